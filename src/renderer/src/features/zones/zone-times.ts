import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";

export { forceAt, type ZoneForce } from "../../../../../server/contracts/zone-force.ts";

/** The times as the file has them. */
export function timesText(periods: ZoneProperties["periods"]): string {
  return periods
    .flatMap(({ start, end, daily }) => [
      ...(start === null && end === null ? [] : [rangeText(start, end)]),
      ...daily.map(({ days, start_time: from, end_time: to }) => `${days.join(", ")} ${rangeText(from, to)}`.trim()),
    ])
    .join("; ");
}

function rangeText(start: string | null, end: string | null): string {
  return start === null && end === null ? "" : `${start ?? "…"} – ${end ?? "…"}`;
}
