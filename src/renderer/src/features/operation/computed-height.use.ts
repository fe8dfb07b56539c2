import { computed, type ComputedRef } from "vue";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { useGroundModel } from "../../api/ground-model.store.ts";
import { useText } from "../../text/index.ts";
import { computedAboveGroundM } from "../../tracks/above-ground.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatHeight } from "../../ui/units.ts";
import type { Metric } from "./operation-metrics.ts";

/** The height above the ground by the station's model of it; empty where it cannot be computed. */
export function useComputedHeight(ua: () => UaTelemetry | undefined): ComputedRef<readonly Metric[]> {
  const { t } = useText();
  const ground = useGroundModel();
  const preferences = usePreferences();
  return computed(() => {
    void ground.version;
    const record = ua();
    const valueM = record && computedAboveGroundM(record.altitudes, ground.find(record.location));
    if (valueM === undefined) return [];
    return [
      {
        key: "above-ground",
        value: t("terrain.computed", { height: formatHeight(valueM, preferences.units) }),
        label: t("terrain.aboveGround"),
        hint: t("terrain.aboveGroundFrom"),
      },
    ];
  });
}
