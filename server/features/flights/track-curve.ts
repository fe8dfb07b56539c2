import type { ShownPoint } from "./derived-points.ts";

/** Of each stretch the first, the lowest, the highest and the fastest point are kept. */
const KEPT_PER_STRETCH = 4;

export type TrackCurve = {
  readonly add: (point: ShownPoint) => void;
  readonly points: () => readonly ShownPoint[];
};

interface Stretch {
  readonly first: ShownPoint;
  lowest: ShownPoint;
  highest: ShownPoint;
  fastest: ShownPoint;
  last: ShownPoint;
  points: number;
}

/**
 * Chooses at most `maxPoints` of `total` points, which are added in the order of time; all of them where that is enough.
 * Nothing is averaged: a chart of the chosen ones has the extremes of all. `maxPoints` is at least 5.
 */
export function createTrackCurve(total: number, maxPoints: number): TrackCurve {
  const stretches = Math.max(1, Math.floor((maxPoints - 1) / KEPT_PER_STRETCH));
  const perStretch = total <= maxPoints ? 1 : Math.ceil(total / stretches);
  const kept: ShownPoint[] = [];
  let current: Stretch | undefined;

  return {
    add(point) {
      if (current && current.points < perStretch) return extend(current, point);
      if (current) kept.push(...keptOf(current));
      current = { first: point, lowest: point, highest: point, fastest: point, last: point, points: 1 };
    },
    points() {
      if (!current) return kept;
      const end = keptOf(current);
      return end.at(-1) === current.last ? [...kept, ...end] : [...kept, ...end, current.last];
    },
  };
}

function extend(stretch: Stretch, point: ShownPoint): void {
  const height = heightOf(point);
  if (height !== null) {
    if (height < (heightOf(stretch.lowest) ?? Infinity)) stretch.lowest = point;
    if (height > (heightOf(stretch.highest) ?? -Infinity)) stretch.highest = point;
  }
  if (speedOf(point) > speedOf(stretch.fastest)) stretch.fastest = point;
  stretch.last = point;
  stretch.points += 1;
}

/** Each once, in the order of time. */
function keptOf({ first, lowest, highest, fastest }: Stretch): readonly ShownPoint[] {
  return [...new Set([first, lowest, highest, fastest])].toSorted((a, b) => a.point.timeMs - b.point.timeMs);
}

/** Whatever it is measured from: within a flight a higher point is higher by each reference. */
function heightOf({ point, geoAltitudeM }: ShownPoint): number | null {
  return point.altitudeAtoMm ?? (geoAltitudeM === null ? null : geoAltitudeM * 1000) ?? point.altitudePressureMm;
}

function speedOf({ velocity: { x, y } }: ShownPoint): number {
  return x === null || y === null ? -Infinity : x * x + y * y;
}
