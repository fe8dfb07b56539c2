import geographiclib from "geographiclib-geodesic";
import type { Position } from "./geo.ts";

const { Geodesic } = geographiclib;
const BOTH = Geodesic.DISTANCE | Geodesic.AZIMUTH;

/** Geodesic distance on the WGS84 ellipsoid in metres, accurate to nanometres (Karney 2013). */
export function geodesicM(a: Position, b: Position): number {
  return Geodesic.WGS84.Inverse(a.latitude, a.longitude, b.latitude, b.longitude, Geodesic.DISTANCE).s12!;
}

/** Initial azimuth of the geodesic between two positions, in degrees clockwise from true north, 0 ≤ a < 360. */
export function azimuthDeg(from: Position, to: Position): number {
  const { azi1 } = Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude, Geodesic.AZIMUTH);
  return fullCircle(azi1!);
}

/** The geodesic from one position to another, as `geodesicM` and `azimuthDeg` give it: both cost as much as one of them. */
export function geodesicTo(from: Position, to: Position): { readonly distanceM: number; readonly azimuthDeg: number } {
  const { s12, azi1 } = Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude, BOTH);
  return { distanceM: s12!, azimuthDeg: fullCircle(azi1!) };
}

/** The position at a distance in metres and an azimuth in degrees clockwise from true north. */
export function destination(from: Position, azimuth: number, distanceM: number): Position {
  const { lat2, lon2 } = Geodesic.WGS84.Direct(from.latitude, from.longitude, azimuth, distanceM);
  return { latitude: lat2!, longitude: lon2! };
}

/**
 * A closed ring with a number of sides and its corners at a distance in metres from the centre; clockwise from north.
 */
export function circleRing(centre: Position, radiusM: number, sides: number): readonly Position[] {
  const ring = Array.from({ length: sides }, (_, side) => destination(centre, (360 * side) / sides, radiusM));
  return [...ring, ring[0]!];
}

const fullCircle = (degrees: number): number => (degrees + 360) % 360;
