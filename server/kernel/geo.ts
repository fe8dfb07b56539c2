/** Pure geometry on degrees and metres, without a database. */

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

export type Position = { readonly latitude: number; readonly longitude: number };

/** Degrees. The box crosses the antimeridian when `west > east`. */
export type Bbox = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

export type BboxResult =
  | { readonly kind: "bbox"; readonly bbox: Bbox }
  | { readonly kind: "invalid"; readonly message: string };

/** Parses `lon_min,lat_min,lon_max,lat_max`: finite degrees, with ordered latitudes. */
export function parseBbox(text: string): BboxResult {
  const parts = text.split(",");
  if (parts.length !== 4) return { kind: "invalid", message: "must be lon_min,lat_min,lon_max,lat_max" };
  const numbers = parts.map((part) =>
    /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(part) ? Number(part) : NaN,
  );
  const [west, south, east, north] = numbers as [number, number, number, number];
  if (!numbers.every(Number.isFinite)) return { kind: "invalid", message: "must be four finite numbers" };
  if (Math.abs(west) > 180 || Math.abs(east) > 180)
    return { kind: "invalid", message: "longitudes must lie within ±180" };
  if (Math.abs(south) > 90 || Math.abs(north) > 90)
    return { kind: "invalid", message: "latitudes must lie within ±90" };
  if (south > north) return { kind: "invalid", message: "lat_min must not be greater than lat_max" };
  return { kind: "bbox", bbox: { west, south, east, north } };
}

/** A box in the integer units of stored positions, degrees × 10⁷. */
export type BoxE7 = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Rounds inwards, so that a position outside the box in degrees is never inside it in integer units. */
export function toBoxE7(bbox: Bbox): BoxE7 {
  // Degrees with seven decimals are not exact binary numbers: the product may miss the integer by a tiny amount.
  return {
    west: Math.ceil(bbox.west * 1e7 - 1e-6),
    south: Math.ceil(bbox.south * 1e7 - 1e-6),
    east: Math.floor(bbox.east * 1e7 + 1e-6),
    north: Math.floor(bbox.north * 1e7 + 1e-6),
  };
}

export function formatBbox(bbox: Bbox): string {
  return `${bbox.west},${bbox.south},${bbox.east},${bbox.north}`;
}

/** The box itself, or the two halves of a box that crosses the antimeridian. */
export function splitAtAntimeridian(bbox: Bbox): readonly Bbox[] {
  if (bbox.west <= bbox.east) return [bbox];
  return [
    { ...bbox, east: 180 },
    { ...bbox, west: -180 },
  ];
}

export function isInside(bbox: Bbox, position: Position): boolean {
  if (position.latitude < bbox.south || position.latitude > bbox.north) return false;
  return bbox.west <= bbox.east
    ? position.longitude >= bbox.west && position.longitude <= bbox.east
    : position.longitude >= bbox.west || position.longitude <= bbox.east;
}

/** Area on the sphere in square kilometres. */
export function areaKm2(bbox: Bbox): number {
  const width = bbox.west <= bbox.east ? bbox.east - bbox.west : 360 - bbox.west + bbox.east;
  const band = Math.sin(bbox.north * RADIANS) - Math.sin(bbox.south * RADIANS);
  return ((EARTH_RADIUS_M * EARTH_RADIUS_M) / 1e6) * width * RADIANS * band;
}

/** Great-circle distance in metres (haversine, within 0.5 % of the ellipsoid). */
export function distanceM(a: Position, b: Position): number {
  const sinLat = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const sinLon = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}
