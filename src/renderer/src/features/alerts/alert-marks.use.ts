import { computed, type ComputedRef } from "vue";
import { stableSet } from "../../tracks/stable-set.ts";
import type { ShownAlerts } from "./shown-alerts.use.ts";

/** The aircraft that the map marks: those in a zone, and those with an alert that nobody has acknowledged. */
export function useAlertMarks(
  inZone: Readonly<ComputedRef<ReadonlySet<string>>>,
  shown: ShownAlerts,
): ComputedRef<ReadonlySet<string>> {
  return computed((before) => {
    const alerted = [...shown.value].flatMap(([id, alerts]) =>
      alerts.some(({ state, severity }) => state === "active" && severity !== "info") ? [id] : [],
    );
    return alerted.length === 0 ? inZone.value : stableSet(new Set([...inZone.value, ...alerted]), before);
  });
}
