import type { StatusModel } from "./flight-status.store.ts";

const VALUES = ["batteryV", "rsrpDbm", "rsrqDb", "snrDb", "satellites"] as const;

/** A stretch of a flight: when it begins, and the lowest of each value; null where no state says it. */
export type CurvePoint = { readonly timeMs: number } & Readonly<Record<(typeof VALUES)[number], number | null>>;

export type StatusCurve = {
  readonly add: (state: StatusModel) => void;
  readonly points: () => readonly CurvePoint[];
};

/** Draws `states` states, added in the order of time, with at most `most` points: nobody sees more on a screen. */
export function createStatusCurve(states: number, most: number): StatusCurve {
  const perPoint = Math.max(1, Math.ceil(states / most));
  const points: CurvePoint[] = [];
  let inStretch = perPoint;

  return {
    add(state) {
      const before = points.at(-1);
      if (before === undefined || inStretch === perPoint) {
        points.push(state);
        inStretch = 1;
      } else {
        points[points.length - 1] = lowerOf(before, state);
        inStretch += 1;
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
