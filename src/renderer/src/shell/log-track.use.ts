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
  /** Why there is none, as a reason. */
  readonly failure: Readonly<Ref<string | undefined>>;
  /** Where it was flown, and where its operator was; undefined while none is shown. */
  readonly places: () => readonly LatLon[] | undefined;
}

/** The track of the operation that is chosen in the log, loaded again when it was changed. */
export function useLogTrack(chosen: Readonly<Ref<Operation | undefined>>, onLoaded: () => void): LogTrack {
  const track = shallowRef<TrackSource>();
  const failure = ref<string>();
  let loading: AbortController | undefined;

  async function show(operation: Operation | undefined): Promise<void> {
    loading?.abort();
    track.value = undefined;
    failure.value = undefined;
    if (!operation) return;
    const controller = new AbortController();
    loading = controller;
    const answer = await loadRecordedTrack(operation, controller.signal);
    if (answer.kind === "cancelled" || controller.signal.aborted) return;
    if (answer.kind !== "ok") {
      failure.value = reasonOf(answer);
      return;
    }
    track.value = answer.value;
    await nextTick();
    onLoaded();
  }

  function places(): readonly LatLon[] | undefined {
    const [shown] = track.value?.collection.tracks.values() ?? [];
    if (!shown) return undefined;
    const { xs, ys } = shown.trail;
    const flown = Array.from(xs, (x, index) => fromMercator({ x, y: ys[index] ?? 0 }));
    return shown.operator ? [...flown, shown.operator.location] : flown;
  }

  watch(
    () => chosen.value?.id,
    () => void show(chosen.value),
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
