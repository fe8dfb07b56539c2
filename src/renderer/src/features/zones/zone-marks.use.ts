import { computed, type ComputedRef, type Ref } from "vue";
import type { TrackCollection } from "../../tracks/track-collection.ts";
import { marksAt, type RestrictedZone, type ZoneMark } from "./zone-marks.ts";

/** The prohibited and restricted zones that aircraft are inside of, by the id of the aircraft. */
export function useZoneMarks(
  collection: TrackCollection,
  zones: Readonly<Ref<readonly RestrictedZone[]>>,
  version: Readonly<Ref<number>>,
): ComputedRef<ReadonlyMap<string, readonly ZoneMark[]>> {
  return computed(() => {
    void version.value;
    const marks = new Map<string, readonly ZoneMark[]>();
    if (zones.value.length === 0) return marks;
    for (const { id, place, ua, isApproximate } of collection.tracks.values()) {
      if (!place) continue;
      const own = marksAt(place, isApproximate ? [] : (ua?.altitudes ?? []), zones.value);
      if (own.length > 0) marks.set(id, own);
    }
    return marks;
  });
}
