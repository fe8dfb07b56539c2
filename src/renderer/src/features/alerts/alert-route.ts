import type { RouteLocationRaw } from "vue-router";
import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** Where an alert is seen: its aircraft on the live map, or the list where it has none or is over. */
export function routeOfAlert(alert: Alert | undefined): RouteLocationRaw {
  const operation = alert?.operation_id;
  return operation ? { name: "live", query: { aircraft: operation } } : { name: "alerts" };
}
