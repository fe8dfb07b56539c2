import { nextTick, onScopeDispose, type Ref, ref, shallowRef, watch } from "vue";
import type { Operation } from "../../../../server/contracts/operations.ts";
import { onOperationChange } from "../api/operation-changes.ts";
import { reasonOf } from "../api/reason.ts";
import { fromMercator, type LatLon } from "../tracks/mercator.ts";
import { loadRecordedTrack } from "../tracks/recorded-tracks.ts";
import type { TrackSource } from "../tracks/track-source.ts";

export interface LogTrack {
  /** The whole track of the chosen operation; undefined until it is loaded. */
  readonly track: Readonly<Ref<TrackSource | undefined>>;
  /** Why there is none. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Where it was flown, and where its operator was; undefined while none is shown. */
  readonly places: () => readonly LatLon[] | undefined;
}

/** The track of the operation that is chosen in the log, loaded again when it was changed, and when it has become longer. */
export function useLogTrack(chosen: Readonly<Ref<Operation | undefined>>, onLoaded: () => void): LogTrack {
  const track = shallowRef<TrackSource>();
  const failure = ref<string>();
  let loading: AbortController | undefined;

  /** `isLonger`: the track that is shown stays until it is there as a whole, and the map where it is. */
  async function show(operation: Operation | undefined, { isLonger } = { isLonger: false }): Promise<void> {
    loading?.abort();
    if (!isLonger) track.value = undefined;
    failure.value = undefined;
    if (!operation) return;
    const isShown = track.value !== undefined;
    const controller = new AbortController();
    loading = controller;
    const answer = await loadRecordedTrack(operation, controller.signal);
    if (answer.kind === "cancelled" || controller.signal.aborted) return;
    if (answer.kind !== "ok") {
      if (!isShown) failure.value = reasonOf(answer);
      return;
    }
    track.value = answer.value;
    await nextTick();
    if (!isShown) onLoaded();
  }

  function places(): readonly LatLon[] | undefined {
    const [shown] = track.value?.collection.tracks.values() ?? [];
    if (!shown) return undefined;
    const { xs, ys } = shown.trail;
    const flown = Array.from(xs, (x, index) => fromMercator({ x, y: ys[index] ?? 0 }));
    return shown.operator ? [...flown, shown.operator.location] : flown;
  }

  watch(
    chosen,
    (now, before) => {
      if (now?.id !== before?.id) void show(now);
      else if (now?.time_last_telemetry !== before?.time_last_telemetry) void show(now, { isLonger: true });
    },
    { immediate: true },
  );
  onScopeDispose(
    onOperationChange(({ updated, isRebuilt }) => {
      const same = isRebuilt ? updated.find(({ id }) => id === chosen.value?.id) : undefined;
      if (same) void show(same);
    }),
  );
  onScopeDispose(() => loading?.abort());

  return { track, failure, places };
}
