import { isoFromMs } from "../../kernel/clock.ts";

/** When the telemetry of flights under /v1 was superseded by that of the airspace (RFC 9745), 2025-02-01. */
export const DEPRECATED = "@1738368000";

/** Headers that say since when it is deprecated, and name the request of the airspace API that has the same records. */
export function deprecationHeaders(
  record: "ua" | "system",
  of: { readonly operation_id: string } | { readonly uas_id: string },
  times: { readonly firstMs: number; readonly lastMs: number } | undefined,
): Readonly<Record<string, string>> {
  const query = new URLSearchParams(of);
  if (times !== undefined) {
    query.set("from", isoFromMs(times.firstMs));
    query.set("to", isoFromMs(times.lastMs));
  }
  const link = `</v2/airspace/telemetry/${record}?${query}>; rel="successor-version"`;
  return { Deprecation: DEPRECATED, Link: link };
}
