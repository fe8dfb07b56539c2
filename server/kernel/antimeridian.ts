/**
 * Where a leg from one longitude to another meets the antimeridian, as RFC 7946 (3.1.9) cuts there; `undefined` where it
 * does not cross it. Longitudes are in any unit of which `halfTurn` makes 180 degrees; two positions more than half a turn
 * apart are joined across the antimeridian.
 */
export function crossingOf(
  fromLongitude: number,
  toLongitude: number,
  halfTurn: number,
): { readonly fraction: number; readonly from: number; readonly to: number } | undefined {
  const difference = toLongitude - fromLongitude;
  if (Math.abs(difference) <= halfTurn) return undefined;
  const side = difference < 0 ? halfTurn : -halfTurn;
  const length = difference + 2 * side;
  return { fraction: length === 0 ? 0 : (side - fromLongitude) / length, from: side, to: -side };
}

/** A difference of two longitudes in degrees the short way round: between -180 and 180. */
export function wrapDegrees(degrees: number): number {
  return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
}
