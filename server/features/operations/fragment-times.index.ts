import { SAME_FLIGHT_GAP_MS } from "./fusion.rules.ts";

type Timed = { readonly firstMs: number; readonly lastMs: number };

/** Which fragments may continue at a time, without asking all that are in memory: a replay keeps thousands there. */
export type FragmentTimes<T extends Timed> = {
  /** To be called when a fragment is new or its times have moved. */
  readonly note: (fragment: T) => void;
  readonly remove: (fragment: T) => void;
  /** All within the gap that ends a flight (`isWithinGap`), and some more; in no order. */
  readonly around: (timeMs: number) => ReadonlySet<T>;
};

type Slots = { readonly first: number; readonly last: number };

/** Slots as long as the gap: what is within it at a time lies in the slot of the time or next to it. */
export function createFragmentTimes<T extends Timed>(): FragmentTimes<T> {
  const bySlot = new Map<number, Set<T>>();
  const slotsOf = new Map<T, Slots>();

  function add(fragment: T, first: number, last: number): void {
    for (let slot = first; slot <= last; slot++) {
      const known = bySlot.get(slot);
      if (known === undefined) bySlot.set(slot, new Set([fragment]));
      else known.add(fragment);
    }
  }

  return {
    note(fragment) {
      const first = slotAt(fragment.firstMs);
      const last = slotAt(fragment.lastMs);
      const known = slotsOf.get(fragment);
      if (known?.first === first && known.last === last) return;
      slotsOf.set(fragment, { first, last });
      add(fragment, first, last);
    },
    remove(fragment) {
      const known = slotsOf.get(fragment);
      if (known === undefined) return;
      slotsOf.delete(fragment);
      for (let slot = known.first; slot <= known.last; slot++) {
        const others = bySlot.get(slot);
        others?.delete(fragment);
        if (others?.size === 0) bySlot.delete(slot);
      }
    },
    around(timeMs) {
      const found = new Set<T>();
      const middle = slotAt(timeMs);
      for (let slot = middle - 1; slot <= middle + 1; slot++) {
        for (const fragment of bySlot.get(slot) ?? []) found.add(fragment);
      }
      return found;
    },
  };
}

function slotAt(timeMs: number): number {
  return Math.floor(timeMs / SAME_FLIGHT_GAP_MS);
}
