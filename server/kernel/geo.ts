/** Pure geometry on degrees and metres, without a database. */
import { EARTH_RADIUS_M } from "../contracts/great-circle.ts";

const RADIANS = Math.PI / 180;

export type Position = { readonly latitude: number; readonly longitude: number };
/** A position in the integer units in which it is stored, degrees × 10⁷. */
type PositionE7 = { readonly latitudeE7: number; readonly longitudeE7: number };

export function positionOf({ latitudeE7, longitudeE7 }: PositionE7): Position {
  return { latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 };
}

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

/** A box in the integer units of stored positions, degrees × 10⁷. It crosses the antimeridian when `west > east`. */
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

export function toBbox({ west, south, east, north }: BoxE7): Bbox {
  return { west: west / 1e7, south: south / 1e7, east: east / 1e7, north: north / 1e7 };
}

export function formatBbox(bbox: Bbox): string {
  return `${bbox.west},${bbox.south},${bbox.east},${bbox.north}`;
}

/**
 * The box itself, or the two halves of a box that crosses the antimeridian. One that ends there has a half without width
 * on the other side, because 180 and -180 are one meridian.
 */
export function splitAtAntimeridian(bbox: Bbox): readonly Bbox[] {
  const isAllAround = bbox.west === -180 && bbox.east === 180;
  const west = bbox.west === -180 ? 180 : bbox.west;
  const east = bbox.east === 180 ? -180 : bbox.east;
  if (isAllAround || west <= east) return [bbox];
  return [
    { ...bbox, west, east: 180 },
    { ...bbox, west: -180, east },
  ];
}

/** The edges are inside, those at the antimeridian with either sign. */
export function isInside(bbox: Bbox, { latitude, longitude }: Position): boolean {
  return isBetween(bbox, latitude, longitude) || (Math.abs(longitude) === 180 && isBetween(bbox, latitude, -longitude));
}

/** As `isInside`, in integer units. */
export function isInsideE7(box: BoxE7, { latitudeE7, longitudeE7 }: PositionE7): boolean {
  if (isBetween(box, latitudeE7, longitudeE7)) return true;
  return Math.abs(longitudeE7) === 180e7 && isBetween(box, latitudeE7, -longitudeE7);
}

function isBetween({ west, south, east, north }: Bbox | BoxE7, latitude: number, longitude: number): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** Area on the sphere in square kilometres. */
export function areaKm2(bbox: Bbox): number {
  const width = bbox.west <= bbox.east ? bbox.east - bbox.west : 360 - bbox.west + bbox.east;
  const band = Math.sin(bbox.north * RADIANS) - Math.sin(bbox.south * RADIANS);
  return ((EARTH_RADIUS_M * EARTH_RADIUS_M) / 1e6) * width * RADIANS * band;
}
