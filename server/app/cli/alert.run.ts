import type { Alert, AlertRule } from "../../contracts/alerts.ts";
import { fetchFromStation } from "./remote-station.ts";

type Station = { readonly url: string; readonly token?: string; readonly json: boolean };
export type AlertsOptions = Station;
export type AlertListOptions = Station & Partial<Record<(typeof FILTERS)[number], string>>;
export type AcknowledgeOptions = Station & { readonly note?: string };
export type AlertTestOptions = Station & { readonly from: string; readonly to: string };

const FILTERS = ["state", "rule", "operation", "from", "to", "limit"] as const;

export async function listAlertsCommand(station: AlertListOptions): Promise<number> {
  const query = new URLSearchParams();
  for (const name of FILTERS) if (station[name] !== undefined) query.set(name, station[name]);
  return print(station, await read<readonly Alert[]>(station, `/station/v1/alerts?${query.toString()}`), alertLine);
}

export async function acknowledgeAlertCommand(id: string, { note, ...station }: AcknowledgeOptions): Promise<number> {
  const body = note === undefined ? {} : { note };
  const path = `/station/v1/alerts/${encodeURIComponent(id)}/acknowledge`;
  return print(station, [await read<Alert>(station, path, { method: "POST", body })], alertLine);
}

export async function listAlertRulesCommand(station: Station): Promise<number> {
  const rules = await read<readonly AlertRule[]>(station, "/station/v1/alert-rules");
  return print(station, rules, ({ id, name, enabled, severity, kind }) =>
    [id, enabled ? "on" : "off", severity, kind, name].join("\t"),
  );
}

export async function testAlertRuleCommand(id: string, { from, to, ...station }: AlertTestOptions): Promise<number> {
  const path = `/station/v1/alert-rules/${encodeURIComponent(id)}/test`;
  const alerts = await read<readonly Alert[]>(station, path, { method: "POST", body: { from, to } });
  return print(station, alerts, alertLine);
}

async function read<T>(station: Station, path: string, init: { method?: string; body?: unknown } = {}): Promise<T> {
  return (await (await fetchFromStation(station, path, init)).json()) as T;
}

function print<T>({ json }: Station, all: readonly T[], lineOf: (one: T) => string): number {
  for (const one of all) process.stdout.write(`${json ? JSON.stringify(one) : lineOf(one)}\n`);
  return 0;
}

function alertLine({ id, state, severity, rule_name, began_at, ended_at, operation_id, sensor_id }: Alert): string {
  return [id, state, severity, began_at, ended_at ?? "-", operation_id ?? sensor_id ?? "-", rule_name].join("\t");
}
