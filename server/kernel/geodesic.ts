import geographiclib from "geographiclib-geodesic";
import type { Position } from "./geo.ts";

const { Geodesic } = geographiclib;

/** Distance over ground in metres: the shortest way on the ellipsoid WGS84, to nanometres (Karney 2013). */
export function geodesicM(a: Position, b: Position): number {
  return Geodesic.WGS84.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, Geodesic.DISTANCE).s12!;
}

/** Direction in degrees clockwise from true north, 0 ≤ a < 360, in which the shortest way from one place to another begins. */
export function azimuthDeg(from: Position, to: Position): number {
  const { azi1 } = Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude, Geodesic.AZIMUTH);
  return (azi1! + 360) % 360;
}

/** The place that lies a distance away in a direction, degrees clockwise from true north. */
export function destination(from: Position, azimuth: number, distanceM: number): Position {
  const { lat2, lon2 } = Geodesic.WGS84.Direct(from.latitude, from.longitude, azimuth, distanceM);
  return { latitude: lat2!, longitude: lon2! };
}
