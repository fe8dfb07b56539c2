import type { Operation } from "../../../../../server/contracts/operations.ts";
import { MAX_POSITION_HOURS, type Positions } from "../../../../../server/contracts/timeline.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** The most operations whose tracks are drawn at once: the newest ones. */
export const MAX_TRACKS = 500;
/** The most requests for them: in a log of years, operations are far apart. */
const MAX_WINDOWS = 10;
const MAX_WINDOW_MS = MAX_POSITION_HOURS * 3_600_000;

/** A stretch of time that holds whole operations, Unix milliseconds. */
export interface TrackWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

export type TimedOperation = Pick<Operation, "id" | "bbox" | "time_first_telemetry" | "time_last_telemetry">;
export type ListedOperation = TimedOperation & Pick<Operation, "status">;

/** The windows in which the newest of the listed operations were received, newest first; each is short enough to ask for. */
export function trackWindowsOf(listed: readonly TimedOperation[]): readonly TrackWindow[] {
  const spans = listed
    .slice(0, MAX_TRACKS)
    .flatMap((one) => spanOf(one) ?? [])
    .toSorted((a, b) => b.toMs - a.toMs);
  const windows: TrackWindow[] = [];
  for (const span of spans) {
    const last = windows.at(-1);
    const fromMs = Math.min(last?.fromMs ?? Infinity, span.fromMs);
    if (last && last.toMs - fromMs <= MAX_WINDOW_MS) windows[windows.length - 1] = { fromMs, toMs: last.toMs };
    else windows.push({ fromMs: Math.max(span.fromMs, span.toMs - MAX_WINDOW_MS), toMs: span.toMs });
  }
  return windows.slice(0, MAX_WINDOWS);
}

/** How many of the listed operations have a track at all. */
export function trackCountOf(listed: readonly TimedOperation[]): number {
  return listed.filter((one) => spanOf(one) !== undefined).length;
}

/** The lines of the listed operations in some windows, by operation. What several sensors received is several lines. */
export function trackLinesOf(
  listed: readonly Pick<TimedOperation, "id">[],
  loaded: readonly Positions[],
): ReadonlyMap<string, readonly (readonly LatLon[])[]> {
  const wanted = new Set(listed.map(({ id }) => id));
  const lines = new Map<string, (readonly LatLon[])[]>();
  for (const { tracks } of loaded) {
    for (const { operation_id, latitudes, longitudes } of tracks) {
      if (!wanted.has(operation_id)) continue;
      const line = latitudes.map((latitude, index) => ({ latitude, longitude: longitudes[index] ?? 0 }));
      lines.set(operation_id, [...(lines.get(operation_id) ?? []), line]);
    }
  }
  return lines;
}

function spanOf({
  bbox,
  time_first_telemetry: from,
  time_last_telemetry: to,
}: TimedOperation): TrackWindow | undefined {
  return bbox !== null && from && to ? { fromMs: Date.parse(from), toMs: Date.parse(to) } : undefined;
}
