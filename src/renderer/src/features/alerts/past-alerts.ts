import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** The alerts that were ongoing at a past moment, in their state at that time. */
export function alertsAt(alerts: readonly Alert[], momentMs: number): readonly Alert[] {
  return alerts.flatMap((alert): readonly Alert[] => {
    const { began_at: beganAt, ended_at: endedAt, last_at: lastAt, state } = alert;
    if (Date.parse(beganAt) > momentMs) return [];
    if (state === "resolved" && Date.parse(endedAt ?? lastAt) < momentMs) return [];
    const acknowledgedAt = alert.acknowledged_at;
    const wasAcknowledged = acknowledgedAt !== null && Date.parse(acknowledgedAt) <= momentMs;
    return [{ ...alert, state: wasAcknowledged ? "acknowledged" : "active" }];
  });
}

/** Whether two lists are of the same alerts in the same states. */
export function areSameAlerts(one: readonly Alert[], other: readonly Alert[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ id, state }, index) => id === other[index]?.id && state === other[index]?.state);
}
