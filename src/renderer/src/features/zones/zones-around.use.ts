import { computed, type ComputedRef, watch } from "vue";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { reasonOf } from "../../api/reason.ts";
import { useText } from "../../text/index.ts";
import { marksAt, type RestrictedZone, restrictedZonesOf, type ZoneMark } from "./zone-marks.ts";
import { loadZones } from "./zones-in-box.ts";

/** The margin on each side of an aircraft: only the zones over or below it are needed. */
const MARGIN_DEGREES = 0.001;

/** The prohibited and restricted zones that an aircraft was inside of when a record of it was captured. */
export function useZonesAround(record: () => UaTelemetry | undefined): {
  readonly marks: ComputedRef<readonly ZoneMark[]>;
  /** Why they are not known, as a sentence. */
  readonly failure: ComputedRef<string | undefined>;
} {
  const { t } = useText();
  const loaded = useLoaded<readonly RestrictedZone[]>(async (signal) => {
    const location = record()?.location;
    if (location === undefined) return { kind: "ok", value: [] };
    const { latitude, longitude } = location;
    const box = {
      west: longitude - MARGIN_DEGREES,
      south: latitude - MARGIN_DEGREES,
      east: longitude + MARGIN_DEGREES,
      north: latitude + MARGIN_DEGREES,
    };
    const answer = await loadZones(box, signal);
    return answer.kind === "ok" ? { ...answer, value: restrictedZonesOf(answer.value) } : answer;
  });
  watch(record, loaded.load, { immediate: true });

  return {
    marks: computed(() => {
      const ua = record();
      if (ua === undefined) return [];
      const { location: place, altitudes, timestamp } = ua;
      return marksAt({ place, altitudes, atMs: Date.parse(timestamp) }, loaded.value.value ?? []);
    }),
    failure: computed(() =>
      loaded.failure.value ? t("zones.failed", { reason: reasonOf(loaded.failure.value) }) : undefined,
    ),
  };
}
