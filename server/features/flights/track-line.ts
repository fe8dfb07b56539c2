/** The first point of each stretch and those farthest to the west, east, south and north are kept. */
const KEPT_PER_STRETCH = 5;

type Place = { readonly latitudeE7: number; readonly longitudeE7: number };

export type TrackLine<P extends Place, K> = {
  readonly add: (point: P) => void;
  readonly points: () => readonly K[];
};

/** How far a point of the stretch extends to a side, and its index in the list of points. */
type Reach = { at: number; e7: number };
type Stretch<P> = {
  readonly points: P[];
  readonly west: Reach;
  readonly east: Reach;
  readonly south: Reach;
  readonly north: Reach;
};

/**
 * Chooses at most `maxPoints` of `total` points, which are added in the order of time, so that a map shows their line: all of
 * them where that is enough. The chosen ones reach as far to each side as all do. `maxPoints` is at least 6.
 *
 * @param keep what is kept of a point: a point of a segment keeps all of its columns in memory
 */
export function createTrackLine<P extends Place, K>(
  total: number,
  maxPoints: number,
  keep: (point: P) => K,
): TrackLine<P, K> {
  const stretches = Math.max(1, Math.floor((maxPoints - 1) / KEPT_PER_STRETCH));
  const perStretch = total <= maxPoints ? 1 : Math.ceil(total / stretches);
  const kept: K[] = [];
  const begin = (): Stretch<P> => ({
    points: [],
    west: { at: 0, e7: Infinity },
    east: { at: 0, e7: -Infinity },
    south: { at: 0, e7: Infinity },
    north: { at: 0, e7: -Infinity },
  });
  let current = begin();

  function close({ points, west, east, south, north }: Stretch<P>, isLast = false): readonly K[] {
    const ends = isLast ? [0, points.length - 1] : [0];
    const places = new Set([...ends, west.at, east.at, south.at, north.at]);
    return [...places].toSorted((a, b) => a - b).map((at) => keep(points[at]!));
  }

  return {
    add(point) {
      if (current.points.length >= perStretch) {
        kept.push(...close(current));
        current = begin();
      }
      const { points, west, east, south, north } = current;
      const at = points.push(point) - 1;
      // Read once and compared as numbers: each field of a point of a segment is a look-up in a column.
      const { latitudeE7, longitudeE7 } = point;
      if (longitudeE7 < west.e7) reach(west, at, longitudeE7);
      if (longitudeE7 > east.e7) reach(east, at, longitudeE7);
      if (latitudeE7 < south.e7) reach(south, at, latitudeE7);
      if (latitudeE7 > north.e7) reach(north, at, latitudeE7);
    },
    points: () => (current.points.length === 0 ? kept : [...kept, ...close(current, true)]),
  };
}

function reach(side: Reach, at: number, e7: number): void {
  side.at = at;
  side.e7 = e7;
}
