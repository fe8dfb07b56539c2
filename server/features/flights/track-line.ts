/** Of each stretch the first point and those farthest to the west, east, south and north are kept. */
const KEPT_PER_STRETCH = 5;

type Place = { readonly latitudeE7: number; readonly longitudeE7: number };

export type TrackLine<P extends Place> = {
  readonly add: (point: P) => void;
  readonly points: () => readonly P[];
};

/** Places in the list of points of the stretch. */
type Stretch<P> = { readonly points: P[]; west: number; east: number; south: number; north: number };

/**
 * Chooses at most `maxPoints` of `total` points, which are added in the order of time, so that a map shows their line: all of
 * them where that is enough. The chosen ones reach as far to each side as all do. `maxPoints` is at least 6.
 */
export function createTrackLine<P extends Place>(total: number, maxPoints: number): TrackLine<P> {
  const stretches = Math.max(1, Math.floor((maxPoints - 1) / KEPT_PER_STRETCH));
  const perStretch = total <= maxPoints ? 1 : Math.ceil(total / stretches);
  const kept: P[] = [];
  const begin = (): Stretch<P> => ({ points: [], west: 0, east: 0, south: 0, north: 0 });
  let current = begin();
  let last: P | undefined;

  function closed({ points, west, east, south, north }: Stretch<P>): readonly P[] {
    const places = new Set([0, west, east, south, north]);
    return [...places].toSorted((a, b) => a - b).map((at) => points[at]!);
  }

  return {
    add(point) {
      if (current.points.length >= perStretch) {
        kept.push(...closed(current));
        current = begin();
      }
      const { points } = current;
      const at = points.push(point) - 1;
      const { latitudeE7, longitudeE7 } = point;
      if (longitudeE7 < points[current.west]!.longitudeE7) current.west = at;
      if (longitudeE7 > points[current.east]!.longitudeE7) current.east = at;
      if (latitudeE7 < points[current.south]!.latitudeE7) current.south = at;
      if (latitudeE7 > points[current.north]!.latitudeE7) current.north = at;
      last = point;
    },
    points() {
      if (last === undefined) return kept;
      const end = closed(current);
      return end.at(-1) === last ? [...kept, ...end] : [...kept, ...end, last];
    },
  };
}
