import { computed, type ComputedRef, ref } from "vue";
import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { type Loaded, useLoaded } from "../../api/loaded.use.ts";
import { call, routes } from "../../api/station.client.ts";
import { useStation } from "../../api/station.store.ts";
import type { PlanShape } from "../../map/plan-shape.ts";
import { useText } from "../../text/index.ts";
import { formatAge } from "../../ui/times.ts";
import { strictestFirst } from "../zones/zone-text.ts";
import { areZonesOld } from "./fact-age.ts";
import { areaBoxOf, isIntersecting } from "./zone-intersection.ts";

const MAX_ZONES = 5000;

export interface TouchedZones {
  /** The strictest first. */
  readonly zones: Loaded<readonly ZoneProperties[]>;
  /** Whether the station has zones at all: without them it cannot say that none is touched. */
  readonly hasZones: ComputedRef<boolean>;
  /** How old the station's zones are, as a sentence; empty until that is known. */
  readonly age: ComputedRef<string>;
  /** Whether the zones are old and may differ from those in force now. */
  readonly isOld: ComputedRef<boolean>;
}

/** The zones that an area touches, once `zones.load` was called. */
export function useTouchedZones(area: () => PlanShape | undefined): TouchedZones {
  const { t } = useText();
  const station = useStation();
  /** When the oldest zones of the station were imported; null when it has none. */
  const imported = ref<string | null>();
  const zones = useLoaded<readonly ZoneProperties[]>(async (signal) => {
    const shape = area();
    const bbox = shape && areaBoxOf(shape);
    if (!bbox) return { kind: "ok", value: [] };
    const answer = await call(routes.listZones, { query: { bbox, limit: String(MAX_ZONES) }, signal });
    if (answer.kind !== "ok") return answer;
    const touched = answer.value.features.filter(({ geometry }) => isIntersecting(shape, geometry.coordinates));
    return { kind: "ok", value: strictestFirst(touched.map(({ properties }) => properties)) };
  });

  const ageOf = (time: string): number => station.nowMs() - Date.parse(time);

  void call(routes.listZoneSets).then((answer) => {
    if (answer.kind === "ok") imported.value = answer.value.map((set) => set.imported).toSorted()[0] ?? null;
  });

  return {
    zones,
    hasZones: computed(() => typeof imported.value === "string"),
    age: computed(() => {
      if (imported.value === undefined) return "";
      if (imported.value === null) return t("flights.planning.zoneNone");
      const ageMs = ageOf(imported.value);
      return t(areZonesOld(ageMs) ? "flights.planning.zonesOld" : "flights.planning.zonesAge", {
        age: formatAge(ageMs),
      });
    }),
    isOld: computed(() => typeof imported.value === "string" && areZonesOld(ageOf(imported.value))),
  };
}
