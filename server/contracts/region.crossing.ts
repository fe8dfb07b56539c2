/** Longitude and latitude, degrees. */
type Coordinates = readonly number[];

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A side of a ring, with its box. */
interface Side {
  readonly ring: number;
  readonly index: number;
  /** How many sides the ring has. */
  readonly count: number;
  readonly a: Point;
  readonly b: Point;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * Where a ring of a polygon crosses, touches or doubles back on itself, or crosses another ring; undefined where none
 * does. Sides are straight between longitude and latitude, as GeoJSON defines them (RFC 7946, 3.1.1).
 */
export function findCrossing(
  rings: readonly (readonly Coordinates[])[],
): { readonly latitude: number; readonly longitude: number } | undefined {
  // From west to east, so that a side is compared only with those whose longitudes it shares.
  const sides = rings.flatMap(sidesOf).toSorted((one, other) => one.west - other.west);
  for (const [index, side] of sides.entries()) {
    for (let next = index + 1; next < sides.length; next += 1) {
      const other = sides[next];
      if (other === undefined || other.west > side.east) break;
      if (other.south > side.north || other.north < side.south) continue;
      const place = meetingOf(side, other);
      if (place) return { latitude: place.y, longitude: place.x };
    }
  }
  return undefined;
}

/** Repeated positions make no side. */
function sidesOf(ring: readonly Coordinates[], ringIndex: number): readonly Side[] {
  const points = ring.map(([x = 0, y = 0]) => ({ x, y }));
  const distinct = points.filter(({ x, y }, index) => x !== points[index - 1]?.x || y !== points[index - 1]?.y);
  return distinct.slice(1).map((b, index) => {
    const a = distinct[index] ?? b;
    return {
      ring: ringIndex,
      index,
      count: distinct.length - 1,
      a,
      b,
      west: Math.min(a.x, b.x),
      east: Math.max(a.x, b.x),
      south: Math.min(a.y, b.y),
      north: Math.max(a.y, b.y),
    };
  });
}

function meetingOf(one: Side, other: Side): Point | undefined {
  const crossing = properCrossing(one, other);
  if (crossing || one.ring !== other.ring) return crossing;
  if ((one.index + 1) % one.count === other.index) return isDoublingBack(one, other) ? one.b : undefined;
  if ((other.index + 1) % other.count === one.index) return isDoublingBack(other, one) ? other.b : undefined;
  return [one.a, one.b].find((point) => isOn(point, other)) ?? [other.a, other.b].find((point) => isOn(point, one));
}

/** Where both pass through each other, not only touch. */
function properCrossing({ a, b }: Side, { a: c, b: d }: Side): Point | undefined {
  const [fromC, fromD] = [turnOf(c, d, a), turnOf(c, d, b)];
  if (fromC * fromD >= 0 || turnOf(a, b, c) * turnOf(a, b, d) >= 0) return undefined;
  const along = fromC / (fromC - fromD);
  return { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) };
}

/** Whether the second side goes back along the first one, which ends where it begins. */
function isDoublingBack({ a, b }: Side, { b: end }: Side): boolean {
  return turnOf(a, b, end) === 0 && (a.x - b.x) * (end.x - b.x) + (a.y - b.y) * (end.y - b.y) > 0;
}

function isOn(point: Point, { a, b, west, east, south, north }: Side): boolean {
  const isInBox = point.x >= west && point.x <= east && point.y >= south && point.y <= north;
  return isInBox && turnOf(a, b, point) === 0;
}

/** Positive where the path from `a` over `b` to `c` turns left. */
export function turnOf(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
