import { computed, type Ref } from "vue";
import { useGroundModel } from "../api/ground-model.store.ts";
import { useSources } from "../api/sources.store.ts";
import {
  type AircraftRow,
  keepOrder,
  aircraftRowOf,
  type SortOrder,
  sortRows,
} from "../features/live/aircraft-rows.ts";
import { ListedAircraft } from "../features/live/listed-aircraft.ts";
import { matchOf } from "../features/filters/filter-match.ts";
import type { OperationFilter } from "../features/filters/operation-filter.ts";
import { type MatchPeriod, useStationMatches } from "../features/filters/station-matches.use.ts";
import type { ZoneMark } from "../features/zones/zone-marks.ts";
import { isInView } from "../map/viewport.ts";
import type { LatLon } from "../tracks/mercator.ts";
import { stableSet } from "../tracks/stable-set.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { TrackSource } from "../tracks/track-source.ts";
import type { LiveMapState } from "./live-map-state.ts";

export interface LiveList {
  /** All aircraft with a position, in view or not, whether they pass the filter or not. */
  readonly known: Readonly<Ref<readonly Track[]>>;
  readonly rows: Readonly<Ref<readonly ListedAircraft[]>>;
  /** Ids that do not pass the filter, in view or not. */
  readonly hidden: Readonly<Ref<ReadonlySet<string>>>;
  /** How many in view do not pass the filter. */
  readonly hiddenInView: Readonly<Ref<number>>;
  /** How many pass the filter outside of the view. */
  readonly elsewhere: Readonly<Ref<number>>;
  readonly sensors: Readonly<Ref<readonly string[]>>;
}

export interface LiveListOptions {
  /** The list is computed again when this changes, not with every record. */
  readonly version: Readonly<Ref<number>>;
  readonly filter: Readonly<Ref<OperationFilter>>;
  readonly sort: Readonly<Ref<SortOrder>>;
  /** The zones that aircraft are inside of, by the id of the aircraft. */
  readonly marks: Readonly<Ref<ReadonlyMap<string, readonly ZoneMark[]>>>;
  /** Distances are measured from here before the map has reported its view. */
  readonly fallbackMiddle: LatLon;
  /** The period for which the filters query the station. */
  readonly period: () => MatchPeriod;
}

/** The list beside the map: the aircraft that are in view and pass the filter. */
export function useLiveList(
  live: Pick<LiveMapState, "box">,
  source: Readonly<Ref<TrackSource>>,
  options: LiveListOptions,
): LiveList {
  const { version, filter, sort, marks, fallbackMiddle, period } = options;
  const sources = useSources();
  const groundModel = useGroundModel();
  const matchesStation = useStationMatches(filter, period);
  const known = computed(() => {
    void version.value;
    return [...source.value.collection.tracks.values()].filter(({ place }) => place !== undefined);
  });
  const filterResult = computed(() => {
    const matches = matchOf(filter.value, source.value.collection, matchesStation.value);
    const passing: Track[] = [];
    const hidden = new Set<string>();
    for (const track of known.value) {
      if (matches(track)) passing.push(track);
      else hidden.add(track.id);
    }
    return { passing, hidden };
  });
  const isTrackIn = ({ place }: Track): boolean => {
    const box = live.box.value;
    return !box || (place !== undefined && isInView(box, place.latitude, place.longitude));
  };
  const inView = computed(() => filterResult.value.passing.filter(isTrackIn));
  const rows = computed<readonly ListedAircraft[]>((before = []) => {
    void groundModel.version;
    const nowMs = source.value.nowMs();
    const box = live.box.value;
    const middle = box
      ? { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 }
      : fallbackMiddle;
    const own = marks.value;
    const row = (track: Track): AircraftRow =>
      aircraftRowOf(track, {
        nowMs,
        middle,
        marks: own.get(track.id),
        sources: sources.sources ?? [],
        groundAt: groundModel.find,
      });
    const listed = inView.value.map((track) => new ListedAircraft(track, { nowMs, middle }, row));
    return sortRows(keepOrder(listed, before), sort.value);
  });
  return {
    known,
    rows,
    hidden: computed<ReadonlySet<string>>((before) => stableSet(filterResult.value.hidden, before)),
    hiddenInView: computed(
      () => known.value.filter((track) => filterResult.value.hidden.has(track.id) && isTrackIn(track)).length,
    ),
    elsewhere: computed(() => filterResult.value.passing.length - inView.value.length),
    sensors: computed(() => {
      const ids = new Set(known.value.flatMap(({ operation, ua }) => operation?.sensor_ids ?? ua?.sensor_id ?? []));
      return [...ids].toSorted();
    }),
  };
}
