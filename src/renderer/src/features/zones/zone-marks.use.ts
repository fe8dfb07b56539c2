import { computed, type ComputedRef, type Ref } from "vue";
import { stableSet } from "../../tracks/stable-set.ts";
import type { TrackSource } from "../../tracks/track-source.ts";
import { applicableMarks, marksAt, type RestrictedZone, type ZoneMark } from "./zone-marks.ts";

export interface ZoneMarks {
  /** The prohibited and restricted zones that aircraft are inside of, by the id of the aircraft. */
  readonly marks: ComputedRef<ReadonlyMap<string, readonly ZoneMark[]>>;
  /** The aircraft that are inside of one that is in force. */
  readonly inZone: ComputedRef<ReadonlySet<string>>;
}

export function useZoneMarks(
  source: Readonly<Ref<TrackSource>>,
  zones: Readonly<Ref<readonly RestrictedZone[]>>,
  version: Readonly<Ref<number>>,
): ZoneMarks {
  const marks = computed(() => {
    void version.value;
    const found = new Map<string, readonly ZoneMark[]>();
    if (zones.value.length === 0) return found;
    for (const { id, place, ua, isApproximate, isReplayed } of source.value.collection.tracks.values()) {
      if (!place) continue;
      const altitudes = isApproximate ? [] : (ua?.altitudes ?? []);
      // A recording is judged by the times that it was captured at.
      const atMs = isReplayed && ua ? Date.parse(ua.timestamp) : source.value.nowMs();
      const own = marksAt({ place, altitudes, atMs }, zones.value);
      if (own.length > 0) found.set(id, own);
    }
    return found;
  });
  const inZone = computed<ReadonlySet<string>>((before) => {
    const ids = [...marks.value].flatMap(([id, own]) => (applicableMarks(own).length > 0 ? [id] : []));
    return stableSet(new Set(ids), before);
  });
  return { marks, inZone };
}
