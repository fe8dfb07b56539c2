import { computed, type ComputedRef, onScopeDispose, shallowRef, watch } from "vue";
import type { Positions } from "../../../../../server/contracts/timeline.ts";
import { call, routes } from "../../api/station.client.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { linesOf, type ListedOperation, MAX_TRACKS, trackCountOf, trackWindowsOf } from "./listed-tracks.ts";

/** Seconds between two points of a line: an overview, not a recording. */
const SPACING_S = 10;

export interface ListedTracks {
  readonly lines: ComputedRef<readonly (readonly LatLon[])[]>;
  /** How many operations they are of. */
  readonly drawn: ComputedRef<number>;
  /** How many of the listed ones have a track. */
  readonly all: ComputedRef<number>;
}

/** The tracks of the operations of a log, loaded when other ones are listed, and when one of them has ended. */
export function useListedTracks(listed: () => readonly ListedOperation[] | undefined): ListedTracks {
  const loaded = shallowRef<readonly Positions[]>([]);
  const newest = computed(() => listed()?.slice(0, MAX_TRACKS) ?? []);
  const byOperation = computed(() => linesOf(newest.value, loaded.value));
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const { signal } = controller;
    const before = loaded.value;
    const next: Positions[] = [];
    for (const { fromMs, toMs } of trackWindowsOf(newest.value)) {
      const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), spacing: SPACING_S };
      const answer = await call(routes.listPositions, { query, signal });
      if (signal.aborted) return;
      // How many are drawn is said: what is missing shows there.
      if (answer.kind === "ok") next.push(answer.value);
      // Those that were there stay until they are there again.
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

  return {
    lines: computed(() => [...byOperation.value.values()].flat()),
    drawn: computed(() => byOperation.value.size),
    all: computed(() => trackCountOf(listed() ?? [])),
  };
}
