import { computed, type ComputedRef, onScopeDispose, shallowRef, watch } from "vue";
import type { Positions } from "../../../../../server/contracts/timeline.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStationReturn } from "../../api/station-return.use.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { trackLinesOf, type ListedOperation, MAX_TRACKS, trackCountOf, trackWindowsOf } from "./listed-tracks.ts";

/** Seconds between two points of a line: an overview, not a recording. */
const SPACING_S = 10;

export interface ListedTracks {
  readonly lines: ComputedRef<readonly (readonly LatLon[])[]>;
  /** The number of operations that have these lines. */
  readonly drawn: ComputedRef<number>;
  /** How many of the listed ones have a track. */
  readonly all: ComputedRef<number>;
}

/** The tracks of the listed operations, loaded when the list changes and when one of them has ended. */
export function useListedTracks(listed: () => readonly ListedOperation[] | undefined): ListedTracks {
  const loaded = shallowRef<readonly Positions[]>([]);
  const newest = computed(() => listed()?.slice(0, MAX_TRACKS) ?? []);
  const byOperation = computed(() => trackLinesOf(newest.value, loaded.value));
  let loading: AbortController | undefined;
  let isUnreachable = false;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const { signal } = controller;
    const before = loaded.value;
    const next: Positions[] = [];
    isUnreachable = false;
    for (const { fromMs, toMs } of trackWindowsOf(newest.value)) {
      const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), spacing: SPACING_S };
      const answer = await call(routes.listPositions, { query, signal });
      if (signal.aborted) return;
      // A failure is visible in the number of drawn tracks, which the page shows.
      if (answer.kind === "unreachable") isUnreachable = true;
      if (answer.kind === "ok") next.push(answer.value);
      // The present lines stay until the new ones are loaded.
      loaded.value = [...next, ...before.slice(next.length)];
    }
    loaded.value = next;
  }

  watch(
    () => newest.value.map(({ id, status }) => `${id} ${status}`).join(),
    () => void load(),
    { immediate: true },
  );
  onScopeDispose(() => loading?.abort());
  useStationReturn(() => isUnreachable, load);

  return {
    lines: computed(() => [...byOperation.value.values()].flat()),
    drawn: computed(() => byOperation.value.size),
    all: computed(() => trackCountOf(listed() ?? [])),
  };
}
