import type { Alert } from "../../contracts/alerts.ts";
import { alertRoutes } from "../../contracts/alerts.routes.ts";
import { printEach } from "./print.ts";
import { callRemoteRoute } from "./route-call.ts";

type Station = { readonly url: string; readonly token?: string; readonly json: boolean };
export type AlertsOptions = Station;
export type AlertListOptions = Station & Partial<Record<(typeof FILTERS)[number], string>>;
export type AcknowledgeOptions = Station & { readonly note?: string };
export type AlertTestOptions = Station & { readonly from: string; readonly to: string };

const FILTERS = ["state", "rule", "operation", "from", "to", "limit"] as const;

export async function alertListCommand(station: AlertListOptions): Promise<number> {
  const query = Object.fromEntries(
    FILTERS.flatMap((name) => (station[name] === undefined ? [] : [[name, station[name]]])),
  );
  printEach(station.json, await callRemoteRoute(station, alertRoutes.listAlerts, { query }), alertLine);
  return 0;
}

export async function alertAcknowledgeCommand(id: string, { note, ...station }: AcknowledgeOptions): Promise<number> {
  const body = note === undefined ? {} : { note };
  const alert = await callRemoteRoute(station, alertRoutes.acknowledgeAlert, { params: { alert_id: id }, body });
  printEach(station.json, [alert], alertLine);
  return 0;
}

export async function alertRuleListCommand(station: Station): Promise<number> {
  const rules = await callRemoteRoute(station, alertRoutes.listAlertRules);
  printEach(station.json, rules, ({ id, name, enabled, severity, kind }) =>
    [id, enabled ? "on" : "off", severity, kind, name].join("\t"),
  );
  return 0;
}

export async function alertRuleTestCommand(id: string, { from, to, ...station }: AlertTestOptions): Promise<number> {
  const parts = { params: { rule_id: id }, body: { from, to } };
  printEach(station.json, await callRemoteRoute(station, alertRoutes.testAlertRule, parts), alertLine);
  return 0;
}

function alertLine({ id, state, severity, rule_name, began_at, ended_at, operation_id, sensor_id }: Alert): string {
  return [id, state, severity, began_at, ended_at ?? "-", operation_id ?? sensor_id ?? "-", rule_name].join("\t");
}
