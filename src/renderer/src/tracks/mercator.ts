/** A place in spherical Web Mercator (EPSG:3857) as fractions of the world: x grows east, y grows south, both 0 to 1. */
export interface MercatorPoint {
  readonly x: number;
  readonly y: number;
}

export interface LatLon {
  readonly latitude: number;
  readonly longitude: number;
}

const LATITUDE_LIMIT = 85.0511287798066;
/** In a degree of latitude, on the sphere. */
export const METRES_PER_DEGREE = 111_195;
const DEGREE = Math.PI / 180;

export function toMercator({ latitude, longitude }: LatLon): MercatorPoint {
  const clamped = Math.max(-LATITUDE_LIMIT, Math.min(LATITUDE_LIMIT, latitude));
  const sine = Math.sin(clamped * DEGREE);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function fromMercator({ x, y }: MercatorPoint): LatLon {
  const wrapped = x - Math.floor(x);
  return {
    latitude: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / DEGREE,
    longitude: wrapped * 360 - 180,
  };
}

/** An `x` in the copy of the world that is nearest to another one: below 0 or above 1 beyond the antimeridian. */
export function nearestX(x: number, to: number): number {
  return x - Math.round(x - to);
}

/** Initial bearing from one place to another, degrees clockwise from true north, 0 ≤ b < 360. */
export function bearingDeg(from: LatLon, to: LatLon): number {
  const turn = (to.longitude - from.longitude) * DEGREE;
  const y = Math.sin(turn) * Math.cos(to.latitude * DEGREE);
  const x =
    Math.cos(from.latitude * DEGREE) * Math.sin(to.latitude * DEGREE) -
    Math.sin(from.latitude * DEGREE) * Math.cos(to.latitude * DEGREE) * Math.cos(turn);
  return (Math.atan2(y, x) / DEGREE + 360) % 360;
}
