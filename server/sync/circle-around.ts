import { wrapLongitude } from "../contracts/great-circle.ts";
import type { Region } from "../contracts/region.ts";
import type { Position } from "../kernel/geo.ts";
import { geodesicM } from "../kernel/geodesic.ts";

/** Some peers accept circles only. */
export function isCircle(region: Region): boolean {
  return geometryOf(region).type === "Point";
}

/** A circle that contains the whole region: around the middle of its box, with a radius in whole metres. */
export function circleAround(region: Region): Region {
  const geometry = geometryOf(region);
  const radius = radiusOf(region);
  if (geometry.type === "Point") return { type: "Point", coordinates: geometry.coordinates.slice(0, 2), radius };
  const positions = geometry.type === "LineString" ? geometry.coordinates : geometry.coordinates[0]!;
  const longitudes = inOneTurn(positions.map(([longitude]) => longitude!));
  const latitudes = positions.map(([, latitude]) => latitude!);
  const middle = { latitude: middleOf(latitudes), longitude: wrapLongitude(middleOf(longitudes)) };
  const farthestM = Math.max(...positions.map((position) => geodesicM(middle, positionOf(position))));
  const reachM = Math.ceil(farthestM + (geometry.type === "LineString" ? radius : 0));
  return { type: "Point", coordinates: [round(middle.longitude), round(middle.latitude)], radius: reachM + ROUNDING_M };
}

/** The middle is rounded to 10⁻⁶ degrees, which moves it by less than this. */
const ROUNDING_M = 1;
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

function geometryOf(region: Region) {
  return region.type === "Feature" ? region.geometry : region;
}

function radiusOf(region: Region): number {
  const geometry = geometryOf(region);
  const own = geometry.type === "Polygon" ? undefined : geometry.radius;
  return own ?? (region.type === "Feature" ? region.properties?.radius : undefined) ?? ROUNDING_M;
}

function positionOf([longitude, latitude]: readonly number[]): Position {
  return { latitude: latitude!, longitude: longitude! };
}

const middleOf = (degrees: readonly number[]) => (Math.min(...degrees) + Math.max(...degrees)) / 2;

/** Longitudes as far as half a turn from the first one, so that a region across the antimeridian has a middle. */
function inOneTurn(longitudes: readonly number[]): readonly number[] {
  const [first = 0] = longitudes;
  return longitudes.map((longitude) => first + wrapLongitude(longitude - first));
}
