import type { BoxE7 } from "./geo.ts";

type Longitudes = Pick<BoxE7, "west" | "east">;

const TURN_E7 = 360e7;
const ALL_LONGITUDES: Longitudes = { west: -TURN_E7 / 2, east: TURN_E7 / 2 };

export function widen(box: BoxE7 | null, point: { readonly longitudeE7: number; readonly latitudeE7: number }): BoxE7 {
  const { longitudeE7: x, latitudeE7: y } = point;
  if (box === null) return { west: x, south: y, east: x, north: y };
  if (hasLongitude(box, x) && y >= box.south && y <= box.north) return box;
  return joined(box, { west: x, south: y, east: x, north: y });
}

/** The box around positions; `null` for none. */
export function boxAround(points: Iterable<Parameters<typeof widen>[1]>): BoxE7 | null {
  let box: BoxE7 | null = null;
  for (const point of points) box = widen(box, point);
  return box;
}

export function joinBoxes(a: BoxE7 | null, b: BoxE7 | null): BoxE7 | null {
  return a === null || b === null ? (a ?? b) : joined(a, b);
}

function joined(a: BoxE7, b: BoxE7): BoxE7 {
  const { west, east } = joinedLongitudes(a, b);
  return { west, south: Math.min(a.south, b.south), east, north: Math.max(a.north, b.north) };
}

/** The narrowest that contain both, whichever side of the antimeridian they are on. */
function joinedLongitudes(a: BoxE7, b: BoxE7): Longitudes {
  return [a, b, { west: a.west, east: b.east }, { west: b.west, east: a.east }]
    .filter((one) => contains(one, a) && contains(one, b))
    .reduce((narrowest, one) => (widthOf(one) < widthOf(narrowest) ? one : narrowest), ALL_LONGITUDES);
}

function contains(outer: Longitudes, inner: Longitudes): boolean {
  return eastOf(outer.west, inner.west) + widthOf(inner) <= widthOf(outer);
}

function hasLongitude({ west, east }: Longitudes, x: number): boolean {
  return west <= east ? x >= west && x <= east : x >= west || x <= east;
}

function widthOf({ west, east }: Longitudes): number {
  return west <= east ? east - west : east - west + TURN_E7;
}

/** How far a longitude is east of another, less than a turn. */
function eastOf(from: number, to: number): number {
  return to >= from ? to - from : to - from + TURN_E7;
}
