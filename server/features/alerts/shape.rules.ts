import type { Region } from "../../contracts/region.ts";
import { wrapDegrees } from "../../kernel/antimeridian.ts";
import type { Bbox } from "../../kernel/geo.ts";

/** Metres from a place to a shape; 0 inside. `Infinity` for what is far away. */
export type DistanceOutsideM = (latitude: number, longitude: number) => number;
export type Shape = { readonly outsideM: DistanceOutsideM; readonly bbox: Bbox };

type Ring = readonly (readonly number[])[];

const RADIANS = Math.PI / 180;
/** Places that are farther than this from the box of a shape are far away. */
const NEAR_M = 100;
/** The shortest degree of latitude. */
const MIN_M_PER_DEGREE = 110_574;

/** Metres per degree of latitude and longitude on the WGS84 ellipsoid at a latitude. */
export function metresPerDegree(latitude: number): { readonly north: number; readonly east: number } {
  const phi = latitude * RADIANS;
  return {
    north: 111_132.954 - 559.822 * Math.cos(2 * phi) + 1.175 * Math.cos(4 * phi),
    east: 111_412.84 * Math.cos(phi) - 93.5 * Math.cos(3 * phi) + 0.118 * Math.cos(5 * phi),
  };
}

/** Distance over the ellipsoid, within a few parts in a million for up to 100 km. */
export function quickDistanceM(latitude: number, longitude: number, toLatitude: number, toLongitude: number): number {
  const { north, east } = metresPerDegree((latitude + toLatitude) / 2);
  return Math.hypot((toLatitude - latitude) * north, wrapDegrees(toLongitude - longitude) * east);
}

/**
 * A lower bound of the distance between two parallels, metres. For nearly all aircraft it is large enough to exclude
 * them, and it costs a fraction of `quickDistanceM`, which is never less.
 */
export function minDistanceM(latitude: number, toLatitude: number): number {
  return Math.abs(toLatitude - latitude) * MIN_M_PER_DEGREE;
}

export function circleShape(latitude: number, longitude: number, radiusM: number): Shape {
  return withBox([[longitude, latitude]], radiusM, (lat, lon) =>
    Math.max(0, quickDistanceM(lat, lon, latitude, longitude) - radiusM),
  );
}

/** The shape of a region of the contract; several polygons are one shape. */
export function shapeOf(region: Region, more: readonly (readonly Ring[])[] = []): Shape {
  const geometry = region.type === "Feature" ? region.geometry : region;
  if (geometry.type === "Polygon") return joined([geometry.coordinates, ...more].map(polygonShape));
  const radiusM = geometry.radius ?? (region.type === "Feature" ? (region.properties?.radius ?? 0) : 0);
  if (geometry.type === "Point") {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return circleShape(latitude, longitude, radiusM);
  }
  const line = geometry.coordinates;
  return withBox(line, radiusM, (lat, lon) => Math.max(0, distanceToLineM(line, lat, lon) - radiusM));
}

function polygonShape(rings: readonly Ring[]): Shape {
  return withBox(rings[0] ?? [], 0, (lat, lon) =>
    isInsideRings(rings, lat, lon) ? 0 : Math.min(...rings.map((ring) => distanceToLineM(ring, lat, lon))),
  );
}

function joined(shapes: readonly Shape[]): Shape {
  const [first] = shapes;
  if (first === undefined || shapes.length === 1) return first ?? { outsideM: () => Infinity, bbox: NOWHERE };
  // The longitudes of a zone across the antimeridian may be on both sides of it: then every longitude is in the box.
  const isAcross = shapes.some(({ bbox }) => bbox.west > bbox.east);
  const bbox = {
    west: isAcross ? -180 : Math.min(...shapes.map((one) => one.bbox.west)),
    south: Math.min(...shapes.map((one) => one.bbox.south)),
    east: isAcross ? 180 : Math.max(...shapes.map((one) => one.bbox.east)),
    north: Math.max(...shapes.map((one) => one.bbox.north)),
  };
  return { bbox, outsideM: (lat, lon) => Math.min(...shapes.map(({ outsideM }) => outsideM(lat, lon))) };
}

const NOWHERE: Bbox = { west: 0, south: 0, east: 0, north: 0 };

/** Adds a check of the box around the points, which decides for nearly every place. */
function withBox(points: Ring, radiusM: number, outsideM: DistanceOutsideM): Shape {
  const [[west0 = 0] = []] = points;
  let [south, north, west, east] = [90, -90, 0, 0];
  for (const [longitude = 0, latitude = 0] of points) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    // Relative to the first one, so that an area across the antimeridian is not wider than it is.
    west = Math.min(west, wrapDegrees(longitude - west0));
    east = Math.max(east, wrapDegrees(longitude - west0));
  }
  const marginY = (radiusM + NEAR_M) / MIN_M_PER_DEGREE;
  const highest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + marginY);
  const marginX = (radiusM + NEAR_M) / (MIN_M_PER_DEGREE * Math.cos(highest * RADIANS));
  const [bottom, top, left, right] = [south - marginY, north + marginY, west - marginX, east + marginX];
  return {
    outsideM(latitude, longitude) {
      if (latitude < bottom || latitude > top) return Infinity;
      const x = wrapDegrees(longitude - west0);
      return x < left || x > right ? Infinity : outsideM(latitude, longitude);
    },
    bbox: {
      west: right - left >= 360 ? -180 : wrapDegrees(west0 + left),
      south: Math.max(-90, bottom),
      east: right - left >= 360 ? 180 : wrapDegrees(west0 + right),
      north: Math.min(90, top),
    },
  };
}

/** Even-odd, with sides that are straight in longitude and latitude (RFC 7946). The border is inside. */
function isInsideRings(rings: readonly Ring[], latitude: number, longitude: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [x1, y1] = [wrapDegrees(ring[index - 1]![0]! - longitude), ring[index - 1]![1]!];
      const [x2, y2] = [x1 + wrapDegrees(ring[index]![0]! - ring[index - 1]![0]!), ring[index]![1]!];
      if (y1 > latitude === y2 > latitude) continue;
      const x = x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1);
      if (x > 0) isInside = !isInside;
    }
  }
  return isInside;
}

/** Distance to the nearest side of a line or ring, in a plane around the place. */
function distanceToLineM(line: Ring, latitude: number, longitude: number): number {
  const { north, east } = metresPerDegree(latitude);
  let nearest = Infinity;
  for (let index = 1; index < line.length; index++) {
    const x1 = wrapDegrees(line[index - 1]![0]! - longitude) * east;
    const y1 = (line[index - 1]![1]! - latitude) * north;
    const dx = wrapDegrees(line[index]![0]! - line[index - 1]![0]!) * east;
    const dy = (line[index]![1]! - latitude) * north - y1;
    const along = dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)));
    nearest = Math.min(nearest, Math.hypot(x1 + along * dx, y1 + along * dy));
  }
  return nearest;
}
