import geographiclib from "geographiclib-geodesic";
import type { LatLon } from "../../tracks/mercator.ts";

const { Geodesic } = geographiclib;

export interface Leg {
  readonly from: LatLon;
  readonly to: LatLon;
  readonly distanceM: number;
  /** At the beginning, degrees clockwise from true north, 0 ≤ b < 360. */
  readonly bearingDeg: number;
}

export interface Measurement {
  readonly legs: readonly Leg[];
  readonly distanceM: number;
  /** Inside of the line closed back to its first point; undefined with fewer than three points. */
  readonly areaM2: number | undefined;
}

/** Distances, bearings and area on the WGS84 ellipsoid (Karney 2013). */
export function measure(points: readonly LatLon[]): Measurement {
  const legs = points.slice(1).map((to, index) => legOf(points[index] ?? to, to));
  return {
    legs,
    distanceM: legs.reduce((sum, leg) => sum + leg.distanceM, 0),
    areaM2: points.length < 3 ? undefined : areaOf(points),
  };
}

/** The corners of a ring around a place, on the ellipsoid like all that is measured; `circleOutline` is on the sphere. */
export function ringAround({ latitude, longitude }: LatLon, radiusM: number): readonly LatLon[] {
  const corners = 90;
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const { lat2, lon2 } = Geodesic.WGS84.Direct(latitude, longitude, (corner * 360) / corners, radiusM);
    return { latitude: lat2 ?? latitude, longitude: lon2 ?? longitude };
  });
}

function legOf(from: LatLon, to: LatLon): Leg {
  const { s12, azi1 } = Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude);
  return { from, to, distanceM: s12 ?? 0, bearingDeg: ((azi1 ?? 0) + 360) % 360 };
}

function areaOf(points: readonly LatLon[]): number {
  const polygon = Geodesic.WGS84.Polygon(false);
  for (const { latitude, longitude } of points) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area ?? 0);
}
