import type { RouteLocationRaw } from "vue-router";
import type { Alert } from "../../../../../server/contracts/alerts.ts";

/** The page that shows an alert: its aircraft on the live map, or in the log if it has ended; else the alert list. */
export function routeOfAlert({
  operation_id: operation,
  state,
}: Pick<Alert, "operation_id" | "state">): RouteLocationRaw {
  if (operation === null) return { name: "alerts" };
  if (state === "resolved") return { name: "log", query: { period: "all", operation } };
  return { name: "live", query: { aircraft: operation } };
}
