import type { RouteLocationRaw } from "vue-router";
import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** Where an alert is seen: its aircraft on the live map, or the list where it has none. */
export function routeOfAlert({ operation_id: operation }: Alert): RouteLocationRaw {
  return operation ? { name: "live", query: { aircraft: operation } } : { name: "alerts" };
}
