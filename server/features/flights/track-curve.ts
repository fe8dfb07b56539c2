/** The first, the lowest, the highest and the fastest point of each stretch are kept. */
const KEPT_PER_STRETCH = 4;

type CurvePoint = { readonly point: { readonly timeMs: number } };

/** The measures by which the points of a curve are chosen. */
export type CurveMeasures<P> = {
  /**
   * The height in any reference: within a flight a higher point is higher in each reference. `null` where it is
   * unknown.
   */
  readonly heightOf: (one: P) => number | null;
  /** `-Infinity` where it is not known. */
  readonly speedOf: (one: P) => number;
  /** An upper bound of the speed, for less work where that is possible: most points are not the fastest. */
  readonly maxSpeedOf: (one: P) => number;
};

export type TrackCurve<P> = {
  readonly add: (one: P) => void;
  readonly points: () => readonly P[];
};

type Measured<P> = { readonly one: P; readonly value: number };

interface Stretch<P> {
  readonly first: P;
  lowest: Measured<P>;
  highest: Measured<P>;
  fastest: Measured<P>;
  last: P;
  points: number;
}

/**
 * Chooses at most `maxPoints` of `total` points, which are added in the order of time; all of them where that is enough.
 * Nothing is averaged: a chart of the chosen ones has the extremes of all. `maxPoints` is at least 5.
 */
export function createTrackCurve<P extends CurvePoint>(
  total: number,
  maxPoints: number,
  { heightOf, speedOf, maxSpeedOf }: CurveMeasures<P>,
): TrackCurve<P> {
  const stretches = Math.max(1, Math.floor((maxPoints - 1) / KEPT_PER_STRETCH));
  const perStretch = total <= maxPoints ? 1 : Math.ceil(total / stretches);
  const kept: P[] = [];
  let current: Stretch<P> | undefined;

  function extend(stretch: Stretch<P>, one: P): void {
    const height = heightOf(one);
    if (height !== null) {
      if (height < stretch.lowest.value) stretch.lowest = { one, value: height };
      if (height > stretch.highest.value) stretch.highest = { one, value: height };
    }
    if (maxSpeedOf(one) > stretch.fastest.value) {
      const speed = speedOf(one);
      if (speed > stretch.fastest.value) stretch.fastest = { one, value: speed };
    }
    stretch.last = one;
    stretch.points += 1;
  }

  function begin(one: P): Stretch<P> {
    const height = heightOf(one);
    return {
      first: one,
      lowest: { one, value: height ?? Infinity },
      highest: { one, value: height ?? -Infinity },
      fastest: { one, value: perStretch === 1 ? -Infinity : speedOf(one) },
      last: one,
      points: 1,
    };
  }

  return {
    add(one) {
      if (current && current.points < perStretch) return extend(current, one);
      if (current) kept.push(...keptOf(current));
      current = begin(one);
    },
    points() {
      if (!current) return kept;
      const end = keptOf(current);
      return end.at(-1) === current.last ? [...kept, ...end] : [...kept, ...end, current.last];
    },
  };
}

/** Each once, in the order of time. */
function keptOf<P extends CurvePoint>({ first, lowest, highest, fastest }: Stretch<P>): readonly P[] {
  return [...new Set([first, lowest.one, highest.one, fastest.one])].toSorted(
    (a, b) => a.point.timeMs - b.point.timeMs,
  );
}
