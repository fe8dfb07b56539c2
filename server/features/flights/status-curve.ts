import type { StatusModel } from "./flight-status.store.ts";

const VALUES = ["batteryV", "rsrpDbm", "rsrqDb", "snrDb", "satellites"] as const;

/** An interval of a flight: its start, and the lowest of each value; null when no state has that value. */
export type CurvePoint = { readonly timeMs: number } & Readonly<Record<(typeof VALUES)[number], number | null>>;

export type StatusCurve = {
  readonly add: (state: StatusModel) => void;
  readonly points: () => readonly CurvePoint[];
};

/** Downsamples `states` states, added in time order, to at most `maxPoints` points; a chart cannot show more. */
export function createStatusCurve(states: number, maxPoints: number): StatusCurve {
  const perPoint = Math.max(1, Math.ceil(states / maxPoints));
  const points: CurvePoint[] = [];
  let inInterval = perPoint;

  return {
    add(state) {
      const before = points.at(-1);
      if (before === undefined || inInterval === perPoint) {
        points.push(state);
        inInterval = 1;
      } else {
        points[points.length - 1] = lowerOf(before, state);
        inInterval += 1;
      }
    },
    points: () => points,
  };
}

function lowerOf(a: CurvePoint, b: CurvePoint): CurvePoint {
  const lowest = { ...a };
  for (const value of VALUES) lowest[value] = lowestOf(a[value], b[value]);
  return lowest;
}

function lowestOf(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
