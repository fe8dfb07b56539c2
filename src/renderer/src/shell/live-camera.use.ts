import { nextTick, onScopeDispose, ref, type Ref, watch } from "vue";
import { useRoute } from "vue-router";
import type { CoveredEdge } from "../map/covered-edge.ts";
import type { MapPlace } from "../ui/map-place.ts";
import { isInView, type ViewBox } from "../map/viewport.ts";
import type { LatLon } from "../tracks/mercator.ts";
import type { TrackSource } from "../tracks/track-source.ts";
import { useQueryText } from "../ui/query-text.ts";
import { placesToShow, withoutOutliers } from "./first-view.ts";
import type { LiveList } from "./live-list.use.ts";
import type { LiveMapState } from "./live-map-state.ts";
import { parseMapCamera, formatMapCamera } from "../map/map-camera.ts";

/** The functions of the map that the camera uses. */
export interface LiveMap {
  panTo(place: LatLon, minZoom: number, covered: CoveredEdge): void;
  fit(places: readonly LatLon[], covered?: CoveredEdge): void;
  moveTo(camera: MapPlace): void;
}

export interface LiveCamera {
  /** The position of the map when it is created. */
  readonly start: MapPlace;
  readonly isFollowing: Ref<boolean>;
  /** Brings the selected aircraft to the middle. */
  centre(): void;
  follow(): void;
  showAll(): void;
  /** Brings places into view on request. */
  show(places: readonly LatLon[]): void;
  /** Records what the map shows after a move. */
  recordView(box: ViewBox, place: MapPlace): void;
}

/** The address is updated when the map stops moving: browsers limit how often a page may write it. */
const URL_DEBOUNCE_MS = 700;
const CLOSE_ZOOM = 13;

/** The part of the world that the live map shows: from the address, from the last visit, or around the aircraft. */
export function useLiveCamera(
  live: LiveMapState,
  list: Pick<LiveList, "known" | "rows" | "hidden" | "hiddenInView">,
  options: {
    readonly map: () => LiveMap | null;
    readonly source: Readonly<Ref<TrackSource>>;
    readonly selectedId: Readonly<Ref<string | undefined>>;
    /** Changes while the selected aircraft moves. */
    readonly version: Readonly<Ref<number>>;
    readonly covered: () => CoveredEdge;
    readonly fallback: MapPlace;
  },
): LiveCamera {
  const { map, source, selectedId, version, covered, fallback } = options;
  const { known, rows, hidden, hiddenInView } = list;
  const route = useRoute();
  const at = useQueryText("at", "");
  const placeOfAddress = parseMapCamera(at.value);
  const isPlaced = placeOfAddress !== undefined || live.place.value !== undefined;
  const isFollowing = ref(false);
  if (placeOfAddress) live.isMovedByUser.value = true;

  function placeOfSelected(): LatLon | undefined {
    return selectedId.value ? source.value.collection.tracks.get(selectedId.value)?.place : undefined;
  }

  function centre(): void {
    const place = placeOfSelected();
    if (place) map()?.panTo(place, CLOSE_ZOOM, covered());
  }

  /** Aircraft only: an operator far away, real or not, would zoom out until the aircraft cannot be seen. */
  function allPlaces(): readonly LatLon[] {
    return known.value.flatMap(({ id, place }) => (place && !hidden.value.has(id) ? [place] : []));
  }

  function allAircraft() {
    const box = live.box.value;
    return known.value.flatMap(({ id, place, operation }) => {
      if (!place || hidden.value.has(id)) return [];
      const isImplausible = operation?.warnings.some(({ type }) => type === "position_implausible") ?? false;
      return [{ place, isImplausible, isInView: box ? isInView(box, place.latitude, place.longitude) : false }];
    });
  }

  /**
   * Shows the aircraft at first, so that nobody has to search for them, unless the person has moved the map.
   */
  const stopWaiting = watch(
    known,
    async (tracks) => {
      if (tracks.length === 0 || !map()) return;
      await nextTick();
      stopWaiting();
      const isSeen = isPlaced && rows.value.length + hiddenInView.value > 0;
      if (!isSeen && !live.isMovedByUser.value) map()?.fit(withoutOutliers(allPlaces()), covered());
    },
    { flush: "post" },
  );

  watch(selectedId, () => {
    isFollowing.value = false;
  });
  watch(version, () => {
    const place = isFollowing.value ? placeOfSelected() : undefined;
    if (place) map()?.panTo(place, 0, covered());
  });

  /** The camera that this page has written to the address; any other one was typed by a person. */
  const written = new Set<string>();
  watch(
    () => route.query["at"],
    (text) => {
      if (typeof text !== "string" || written.delete(text)) return;
      const typed = parseMapCamera(text);
      if (!typed) return;
      live.isMovedByUser.value = true;
      map()?.moveTo(typed);
    },
  );

  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(debounceTimer));

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
      map()?.fit(placesToShow(allAircraft()), covered());
    },
    show(places) {
      live.isMovedByUser.value = true;
      map()?.fit(places, covered());
    },
    recordView(box, place) {
      live.setView(box, place);
      clearTimeout(debounceTimer);
      debounceTimer = setTimeout(() => {
        const next = formatMapCamera(place);
        if (next === at.value) return;
        written.add(next);
        at.value = next;
      }, URL_DEBOUNCE_MS);
    },
  };
}
