import { computed, type ComputedRef } from "vue";
import { useAlerts } from "../../api/alerts.store.ts";

/** The aircraft that the map marks: those in a zone, and those with an alert that nobody has acknowledged. */
export function useAlertMarks(inZone: Readonly<ComputedRef<ReadonlySet<string>>>): ComputedRef<ReadonlySet<string>> {
  const alerts = useAlerts();
  return computed(() => {
    const alerted = alerts.unacknowledged.flatMap(({ operation_id: id, severity }) =>
      id === null || severity === "info" ? [] : [id],
    );
    return alerted.length === 0 ? inZone.value : new Set([...inZone.value, ...alerted]);
  });
}
