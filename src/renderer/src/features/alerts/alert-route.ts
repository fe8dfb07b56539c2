import type { RouteLocationRaw } from "vue-router";
import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** Where an alert is seen: its aircraft on the live map, or in the log when it has ended; the list where it has none. */
export function routeOfAlert({
  operation_id: operation,
  state,
}: Pick<Alert, "operation_id" | "state">): RouteLocationRaw {
  if (operation === null) return { name: "alerts" };
  if (state === "resolved") return { name: "log", query: { period: "all", operation } };
  return { name: "live", query: { aircraft: operation } };
}
