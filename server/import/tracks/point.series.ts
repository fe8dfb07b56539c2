import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { createTrackPoints, type TrackPoints } from "../../kernel/track-points.ts";
import { createTrackExtent } from "./track.extent.ts";

/** After this long without a point, on the ground or not logged, the next point begins another flight. */
const GAP_MS = 15 * MINUTE_MS;

export type TrackPart = {
  readonly points: TrackPoints;
  readonly extent: ReturnType<typeof createTrackExtent>;
  previousMs: number;
  /** Whether each point is later than the one before it. */
  isInOrder: boolean;
};

/**
 * Points in the order of the file, split at gaps; the last one is held back, with those after it that have the same
 * time.
 */
export type PointSeries = {
  readonly parts: TrackPart[];
  count: number;
  held: UaPoint | undefined;
  same: UaPoint[];
  first: UaPoint | undefined;
  last: UaPoint | undefined;
};

export function createPointSeries(): PointSeries {
  return { parts: [], count: 0, held: undefined, same: [], first: undefined, last: undefined };
}

export function addTo(series: PointSeries, point: UaPoint): void {
  series.count++;
  series.first ??= point;
  series.last = point;
  if (series.held?.timeMs === point.timeMs) series.same.push(point);
  else {
    release(series, point.timeMs);
    series.held = point;
  }
}

/**
 * A track has one point at a time. Ten points a second beside a clock of whole seconds are spread over that second;
 * with a finer clock those of one time become a millisecond apart.
 */
export function release(series: PointSeries, nextMs: number): void {
  const { held, same } = series;
  if (held === undefined) return;
  series.held = undefined;
  keep(series, held, held.timeMs);
  if (same.length === 0) return;
  const isCoarse = held.timeMs % SECOND_MS === 0;
  const roomMs = nextMs > held.timeMs ? Math.min(SECOND_MS, nextMs - held.timeMs) : SECOND_MS;
  const stepMs = isCoarse ? roomMs / (same.length + 1) : 1;
  for (const [index, point] of same.entries()) keep(series, point, held.timeMs + Math.floor((index + 1) * stepMs));
  series.same = [];
}

function keep({ parts }: PointSeries, point: UaPoint, timeMs: number): void {
  const stored = timeMs === point.timeMs ? point : { ...point, timeMs };
  let part = parts.at(-1);
  // Also a log that was written backwards is one flight, so the point before counts, not the latest.
  if (part === undefined || Math.abs(timeMs - part.previousMs) > GAP_MS) {
    part = newPart(stored);
    parts.push(part);
  } else if (timeMs <= part.previousMs) part.isInOrder = false;
  part.previousMs = timeMs;
  part.points.add(stored);
  part.extent.note(stored, timeMs);
}

function newPart(first: UaPoint): TrackPart {
  const { timeMs } = first;
  const extent = createTrackExtent(first, timeMs);
  return { points: createTrackPoints(), extent, previousMs: timeMs, isInOrder: true };
}

/**
 * The part in the order of time, which begins at its take-off; of several points of one time only the last in the file.
 */
export function inOrderOfTime(part: TrackPart): TrackPart {
  if (part.isInOrder) return part;
  const { points } = part;
  const times = Float64Array.from({ length: points.count() }, (_, index) => points.at(index).timeMs);
  const order = Uint32Array.from(times.keys()).sort((a, b) => times[a]! - times[b]! || a - b);
  const kept = order.filter((index, place) => times[index] !== times[order[place + 1]!]);
  const sorted = newPart(points.at(kept[0]!));
  for (const index of kept) {
    const point = points.at(index);
    sorted.points.add(point);
    sorted.extent.note(point, point.timeMs);
  }
  return sorted;
}
