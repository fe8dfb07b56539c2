import geographiclib from "geographiclib-geodesic";
import type { Position } from "./geo.ts";

const { Geodesic } = geographiclib;

/** Distance over ground in metres: the shortest way on the ellipsoid WGS84, to nanometres (Karney 2013). */
export function geodesicM(a: Position, b: Position): number {
  return Geodesic.WGS84.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, Geodesic.DISTANCE).s12!;
}
