import type { Feature, FeatureCollection, Geometry, MultiLineString, Position } from "geojson";
import type { LatLon } from "../tracks/mercator.ts";

const FULL_CIRCLE_DEG = 360;
const SOUTH_POLE_DEG = -90;

/**
 * Lines that cross the antimeridian jump from 180 to −180 in data made for a globe. On a flat map they continue
 * beyond ±180 instead, on the tiles of the next copy of the world.
 */
export function unwrapLine(line: readonly Position[]): Position[] {
  let turns = 0;
  let before = line[0]?.[0] ?? 0;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > FULL_CIRCLE_DEG / 2) turns -= 1;
    else if (before - longitude > FULL_CIRCLE_DEG / 2) turns += 1;
    before = longitude;
    return [longitude + turns * FULL_CIRCLE_DEG, latitude];
  });
}

/** A longitude in the copy of the world that is nearest to another one, which may be beyond ±180. */
export function nearestLongitude(longitude: number, to: number): number {
  return longitude - FULL_CIRCLE_DEG * Math.round((longitude - to) / FULL_CIRCLE_DEG);
}

/** The same for a sequence of places, starting in the copy of the world that is nearest to a longitude. */
export function unwrapPlaces(places: readonly LatLon[], near: number): LatLon[] {
  let before = near;
  return places.map(({ latitude, longitude }) => {
    before = nearestLongitude(longitude, before);
    return { latitude, longitude: before };
  });
}

/** A ring that runs around the whole world encloses a pole: Antarctica is closed along the lower edge of the map. */
export function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 1) return line;
  return [...line, [last[0] ?? 0, SOUTH_POLE_DEG], [first[0] ?? 0, SOUTH_POLE_DEG], first];
}

export function unwrapLines(lines: MultiLineString): MultiLineString {
  return { ...lines, coordinates: lines.coordinates.map(unwrapLine) };
}

/** Unwraps every polygon of a collection; other geometries stay as they are. */
export function unwrapPolygons<P>(collection: FeatureCollection<Geometry, P>): FeatureCollection<Geometry, P> {
  const features = collection.features.map((feature): Feature<Geometry, P> => {
    const { geometry } = feature;
    if (geometry.type === "Polygon") {
      return { ...feature, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) } };
    }
    if (geometry.type !== "MultiPolygon") return feature;
    const coordinates = geometry.coordinates.map((polygon) => polygon.map(unwrapRing));
    return { ...feature, geometry: { ...geometry, coordinates } };
  });
  return { ...collection, features };
}
