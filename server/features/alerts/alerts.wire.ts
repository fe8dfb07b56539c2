import type { Alert, AlertRule } from "../../contracts/alerts.ts";
import { isoFromMs, isoOrNull } from "../../kernel/clock.ts";
import { ANONYMOUS } from "../../kernel/principal.ts";
import type { StoredAlert, StoredRule } from "./alert.model.ts";
import { toParameters } from "./alert-rules.rules.ts";

export function toAlertRule(rule: StoredRule): AlertRule {
  return {
    id: rule.id,
    name: rule.name,
    enabled: rule.isEnabled,
    severity: rule.severity,
    sound: rule.hasSound,
    notify: rule.hasNotification,
    ...toParameters(rule.condition),
    applies_from: isoFromMs(rule.appliesFromMs),
    created: isoFromMs(rule.createdMs),
  } as AlertRule;
}

export function toAlert({ subject, episode, acknowledged, ...alert }: StoredAlert, operationId: string | null): Alert {
  return {
    id: alert.id,
    rule_id: alert.ruleId,
    rule_name: alert.ruleName,
    kind: alert.kind,
    severity: alert.severity,
    sound: alert.hasSound,
    notify: alert.hasNotification,
    operation_id: operationId,
    sensor_id: subject.kind === "sensor" ? subject.sensorId : null,
    state: episode.endedMs !== null ? "resolved" : acknowledged === null ? "active" : "acknowledged",
    began_at: isoFromMs(episode.beganMs),
    last_at: isoFromMs(episode.lastMs),
    ended_at: isoOrNull(episode.endedMs),
    latitude: episode.latitude,
    longitude: episode.longitude,
    detail: alert.isContradicted ? { ...alert.detail, contradicted: true } : alert.detail,
    acknowledged_by: acknowledged && { id: acknowledged.userId ?? ANONYMOUS.userId, name: acknowledged.name },
    acknowledged_at: acknowledged && isoFromMs(acknowledged.timeMs),
    note: acknowledged?.note ?? null,
  };
}
