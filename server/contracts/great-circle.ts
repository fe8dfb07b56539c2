/** A place in degrees. */
type Place = { readonly latitude: number; readonly longitude: number };

const RADIANS = Math.PI / 180;
/** Mean radius of WGS84: the radius of a spherical earth, where half a percent does not matter. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Great-circle distance in metres (haversine, within 0.5 % of the ellipsoid). */
export function distanceM(a: Place, b: Place): number {
  const sinLat = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const sinLon = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The same longitude, or difference of two, at least −180° and less than 180°. */
export function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
