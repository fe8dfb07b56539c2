import { nextTick, onScopeDispose, ref, type Ref, watch } from "vue";
import type { MapCamera } from "../map/MapView.vue";
import type { ViewBox } from "../map/viewport.ts";
import type { LatLon } from "../tracks/mercator.ts";
import { useQueryText } from "../ui/query-text.ts";
import { withoutOutliers } from "./first-view.ts";
import type { LiveList } from "./live-list.use.ts";
import type { LiveMapState } from "./live-map-state.ts";
import { parseMapCamera, formatMapCamera } from "./map-camera.ts";

/** What moves: the part of the map that this is about. */
export interface LiveMap {
  panTo(place: LatLon, leastZoom: number, coveredPx: number): void;
  fit(places: readonly LatLon[], coveredPx?: number): void;
}

export interface LiveCamera {
  /** Where the map begins. */
  readonly start: MapCamera;
  readonly isFollowing: Ref<boolean>;
  /** Brings the selected aircraft to the middle. */
  centre(): void;
  follow(): void;
  showAll(): void;
  /** Brings places into view because somebody asked for them. */
  show(places: readonly LatLon[]): void;
  /** What the map shows now. */
  rest(box: ViewBox, place: MapCamera): void;
}

/** The address says where the map is once it rests: browsers let nobody write it with every step. */
const URL_DEBOUNCE_MS = 700;
const CLOSE_ZOOM = 13;

/** Where the live map looks: where the address says, where it was left, or at what flies. */
export function useLiveCamera(
  live: LiveMapState,
  list: Pick<LiveList, "known" | "rows" | "hidden" | "hiddenInView">,
  options: {
    readonly map: () => LiveMap | null;
    readonly selectedId: Readonly<Ref<string | undefined>>;
    /** Changes while the selected aircraft moves. */
    readonly version: Readonly<Ref<number>>;
    /** How much of the map a card covers at its right. */
    readonly coveredPx: () => number;
    readonly fallback: MapCamera;
  },
): LiveCamera {
  const { map, selectedId, version, coveredPx, fallback } = options;
  const { known, rows, hidden, hiddenInView } = list;
  const at = useQueryText("at", "");
  const placeOfAddress = parseMapCamera(at.value);
  const isPlaced = placeOfAddress !== undefined || live.place.value !== undefined;
  const isFollowing = ref(false);
  if (placeOfAddress) live.isMovedByUser.value = true;

  function placeOfSelected(): LatLon | undefined {
    return selectedId.value ? live.tracks.collection.tracks.get(selectedId.value)?.place : undefined;
  }

  function centre(): void {
    const place = placeOfSelected();
    if (place) map()?.panTo(place, CLOSE_ZOOM, coveredPx());
  }

  /** Aircraft only: an operator far away, real or not, would zoom everybody out of sight. */
  function allPlaces(): readonly LatLon[] {
    return known.value.flatMap(({ id, place }) => (place && !hidden.value.has(id) ? [place] : []));
  }

  /**
   * The first picture shows what flies: whoever has aircraft out of sight should not have to search for them, unless
   * the map was moved to somewhere else on purpose.
   */
  const stopWaiting = watch(
    known,
    async (tracks) => {
      if (tracks.length === 0 || !map()) return;
      await nextTick();
      stopWaiting();
      const isSeen = isPlaced && rows.value.length + hiddenInView.value > 0;
      if (!isSeen && !live.isMovedByUser.value) map()?.fit(withoutOutliers(allPlaces()), coveredPx());
    },
    { flush: "post" },
  );

  watch(selectedId, () => {
    isFollowing.value = false;
  });
  watch(version, () => {
    const place = isFollowing.value ? placeOfSelected() : undefined;
    if (place) map()?.panTo(place, 0, coveredPx());
  });

  let resting: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(resting));

  return {
    start: placeOfAddress ?? live.place.value ?? fallback,
    isFollowing,
    centre,
    follow() {
      isFollowing.value = !isFollowing.value;
      if (isFollowing.value) centre();
    },
    showAll() {
      live.isMovedByUser.value = true;
      map()?.fit(allPlaces(), coveredPx());
    },
    show(places) {
      live.isMovedByUser.value = true;
      map()?.fit(places, coveredPx());
    },
    rest(box, place) {
      live.setView(box, place);
      clearTimeout(resting);
      resting = setTimeout(() => {
        at.value = formatMapCamera(place);
      }, URL_DEBOUNCE_MS);
    },
  };
}
