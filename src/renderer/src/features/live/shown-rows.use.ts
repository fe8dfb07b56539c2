import { computed, type ComputedRef, ref, type Ref } from "vue";
import type { ListedAircraft } from "./listed-aircraft.ts";

export const ROW_PX = 66;
/** At least so many rows are rendered beyond either edge. */
const OVERSCAN_ROWS = 5;
/** The rendered rows move on by so many at a time: each such step costs the browser as much as some rows do. */
const STEP_ROWS = 4;

export interface ShownRows {
  /** The index of the first rendered row. */
  readonly first: Readonly<Ref<number>>;
  readonly shown: ComputedRef<readonly ListedAircraft["row"][]>;
  /** How many rows are rendered, if there are as many. */
  readonly countShown: ComputedRef<number>;
  scrollTo(scrollTop: number): void;
}

/**
 * The rows of the list that are rendered: those in view and a few more. `heightPx` is that of the list; a folded one has
 * none, and its rows stay as they are until it is shown again.
 */
export function useShownRows(rows: () => readonly ListedAircraft[], heightPx: Readonly<Ref<number>>): ShownRows {
  const first = ref(0);
  const countShown = computed<number>((former) => {
    if (heightPx.value === 0 && former !== undefined) return former;
    return Math.ceil((heightPx.value || 600) / ROW_PX) + 2 * OVERSCAN_ROWS + STEP_ROWS;
  });
  const shown = computed<readonly ListedAircraft["row"][]>((former = []) => {
    if (heightPx.value === 0 && rows().length > 0 && former.length > 0) return former;
    return rows()
      .slice(first.value, first.value + countShown.value)
      .map((listed) => listed.row);
  });
  return {
    first,
    shown,
    countShown,
    scrollTo(scrollTop) {
      const step = Math.floor((scrollTop / ROW_PX - OVERSCAN_ROWS) / STEP_ROWS);
      first.value = Math.max(0, step * STEP_ROWS);
    },
  };
}
