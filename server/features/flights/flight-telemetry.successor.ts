import { isoFromMs } from "../../kernel/clock.ts";
import type { FlightModel } from "./flights.model.ts";

/** When the telemetry of flights under /v1 was superseded by that of the airspace (RFC 9745), 2025-02-01. */
export const DEPRECATED = "@1738368000";

/** Names the request of the airspace API that has the same, with the times of the flight. */
export function successor(
  flight: FlightModel,
  record: "ua" | "system",
  extent: { readonly firstMs: number; readonly lastMs: number } | undefined,
): Readonly<Record<string, string>> {
  const query = new URLSearchParams({ operation_id: flight.id });
  if (extent !== undefined) {
    query.set("from", isoFromMs(extent.firstMs));
    query.set("to", isoFromMs(extent.lastMs));
  }
  const link = `</v2/airspace/telemetry/${record}?${query}>; rel="successor-version"`;
  return { Deprecation: DEPRECATED, Link: link };
}
