import { computed, type InjectionKey, inject, onScopeDispose, provide, type Ref, ref, shallowRef } from "vue";
import type { Failure } from "../api/station.client.ts";
import { useAlerts } from "../api/alerts.store.ts";
import { onOperationChange } from "../api/operation-changes.ts";
import { useStation } from "../api/station.store.ts";
import { useSetup } from "../api/setup.store.ts";
import { useSync } from "../api/sync.store.ts";
import { liveViewportOf, type ViewBox } from "../map/viewport.ts";
import { type LiveTracks, startLiveTracks } from "../tracks/live-tracks.ts";
import { startLiveTraffic } from "../tracks/live-traffic.ts";
import type { TrafficReader } from "../tracks/traffic-collection.ts";
import { useMapPlace, type MapPlace } from "../ui/map-place.ts";

/** The live map's state. It is updated whichever page is open, so nothing is lost while the log is shown. */
export interface LiveMapState {
  readonly tracks: LiveTracks;
  /** Aircraft with a crew. */
  readonly traffic: TrafficReader;
  readonly isLoaded: Readonly<Ref<boolean>>;
  /** Why the current operations could not be loaded at the start. */
  readonly failure: Readonly<Ref<Failure | undefined>>;
  readonly isWide: Readonly<Ref<boolean>>;
  /** The station is not reachable: the data on the page was received before. */
  readonly isFrozen: Readonly<Ref<boolean>>;
  readonly box: Readonly<Ref<ViewBox | undefined>>;
  /** The map's last position; undefined before the first visit. */
  readonly place: Ref<MapPlace | undefined>;
  /** Whether the person has moved the map since the console was opened: then it does not move by itself. */
  readonly isMovedByUser: Ref<boolean>;
  setView(box: ViewBox, place: MapPlace): void;
}

const key: InjectionKey<LiveMapState> = Symbol("live map state");
const VIEWPORT_DEBOUNCE_MS = 250;

export function provideLiveMapState(): LiveMapState {
  const station = useStation();
  const isLoaded = ref(false);
  const failure = shallowRef<Failure>();
  const isWide = ref(false);
  const box = shallowRef<ViewBox>();
  const place = useMapPlace();
  const isMovedByUser = ref(false);
  const isFrozen = computed(() => station.frozenSinceMs !== undefined);
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;

  const traffic = startLiveTraffic(station.nowMs, () => isFrozen.value);
  const tracks = startLiveTracks(station.nowMs, {
    state: station.setLive,
    lost: station.setLost,
    notice: ({ type }) => {
      if (type === "viewport_too_large") isWide.value = true;
    },
    others: {
      sync: useSync().apply,
      sync_removed: useSync().drop,
      setup: useSetup().apply,
      alert: useAlerts().apply,
      position: station.applyPosition,
      setup_batch: useSetup().applyBatches,
      traffic: traffic.apply,
    },
    loaded: (answer) => {
      isLoaded.value = true;
      failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : answer;
    },
  });

  /** Viewport updates are debounced: a server may close the connection of a client that sends them too fast. */
  function setView(next: ViewBox, at: MapPlace): void {
    const isFirst = box.value === undefined;
    box.value = next;
    place.value = at;
    const viewport = liveViewportOf(next);
    isWide.value = viewport.beyond !== undefined;
    const apply = (): void => {
      tracks.setViewport(viewport.text);
      tracks.setOverview(viewport.beyond);
      traffic.setOverview(viewport.beyond);
    };
    clearTimeout(debounceTimer);
    // The first viewport starts the stream.
    if (isFirst) apply();
    else debounceTimer = setTimeout(apply, VIEWPORT_DEBOUNCE_MS);
  }

  onScopeDispose(onOperationChange(tracks.apply));
  onScopeDispose(() => {
    clearTimeout(debounceTimer);
    traffic.stop();
    tracks.stop();
  });
  const state = {
    tracks,
    traffic: traffic.collection,
    isLoaded,
    failure,
    isWide,
    isFrozen,
    box,
    place,
    isMovedByUser,
    setView,
  };
  provide(key, state);
  return state;
}

export function useLiveMapState(): LiveMapState {
  const state = inject(key);
  if (!state) throw new Error("the live map state is provided by the shell");
  return state;
}
