import { findCrossing } from "../../contracts/region.crossing.ts";
import type { Region } from "../../contracts/region.ts";
import { wrapDegrees } from "../../kernel/antimeridian.ts";
import type { Position } from "../../kernel/geo.ts";
import { circleRing, destination, geodesicM } from "../../kernel/geodesic.ts";
import { cutPolygon, toCoordinates, unwrap } from "./area.cut.ts";

/** A parsed region, independent of the order of coordinates in the API. */
export type Area =
  | { readonly kind: "circle"; readonly centre: Position; readonly radiusM: number }
  | { readonly kind: "corridor"; readonly line: readonly Position[]; readonly radiusM: number }
  | { readonly kind: "polygon"; readonly rings: readonly (readonly Position[])[] };

export type AreaResult =
  | { readonly kind: "area"; readonly area: Area }
  | { readonly kind: "invalid"; readonly msg: string };

/** Parses a region with coordinates in GeoJSON order: longitude, latitude. */
export function areaOf(region: Region): AreaResult {
  const geometry = region.type === "Feature" ? region.geometry : region;
  const radiusM =
    geometry.type !== "Polygon" && geometry.radius !== undefined
      ? geometry.radius
      : region.type === "Feature"
        ? region.properties?.radius
        : undefined;
  if (!positionsOf(geometry).every(isOnEarth)) {
    return { kind: "invalid", msg: "has a position that is not longitude, latitude in degrees" };
  }
  switch (geometry.type) {
    case "Point":
      if (radiusM === undefined) return { kind: "invalid", msg: "needs a radius in metres" };
      return { kind: "area", area: { kind: "circle", centre: toPosition(geometry.coordinates), radiusM } };
    case "LineString":
      if (radiusM === undefined) return { kind: "invalid", msg: "needs a radius in metres" };
      return { kind: "area", area: { kind: "corridor", line: geometry.coordinates.map(toPosition), radiusM } };
    case "Polygon": {
      const rings = geometry.coordinates.map((ring) => ring.map(toPosition));
      if (!rings.every(isClosed)) return { kind: "invalid", msg: "has a ring that does not end where it begins" };
      const crossing = findCrossing(geometry.coordinates);
      if (crossing) return { kind: "invalid", msg: crossingMessage(crossing) };
      return { kind: "area", area: { kind: "polygon", rings } };
    }
  }
}

type Geometry =
  | Exclude<Region, { readonly type: "Feature" }>
  | Extract<Region, { readonly type: "Feature" }>["geometry"];

function positionsOf(geometry: Geometry): readonly (readonly number[])[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates];
    case "LineString":
      return geometry.coordinates;
    case "Polygon":
      return geometry.coordinates.flat();
  }
}

function isOnEarth(coordinates: readonly number[]): boolean {
  const [longitude = NaN, latitude = NaN] = coordinates;
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

function toPosition(coordinates: readonly number[]): Position {
  return { longitude: coordinates[0]!, latitude: coordinates[1]! };
}

function crossingMessage({ latitude, longitude }: Position): string {
  return `has an outline that crosses itself near latitude ${latitude.toFixed(5)}, longitude ${longitude.toFixed(5)}`;
}

function isClosed(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return first.latitude === last.latitude && first.longitude === last.longitude;
}

export function isInsideArea(area: Area, place: Position): boolean {
  switch (area.kind) {
    case "circle":
      return geodesicM(area.centre, place) <= area.radiusM;
    case "corridor":
      return distanceToLineM(area.line, place) <= area.radiusM;
    case "polygon":
      // Inside the outline and outside all holes: an odd number of rings contain the position.
      return area.rings.filter((ring) => isInsideRing(ring, place)).length % 2 === 1;
  }
}

/** With sides that are straight in longitude and latitude, also across the antimeridian. */
function isInsideRing(ring: readonly Position[], { latitude, longitude }: Position): boolean {
  const unwrapped = unwrap(ring.map(toCoordinates));
  let isInside = false;
  for (let index = 1; index < unwrapped.length; index++) {
    const [[x1, y1], [x2, y2]] = [unwrapped[index - 1]!, unwrapped[index]!];
    if (y1 > latitude === y2 > latitude) continue;
    const crossing = x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1);
    // The position may be a whole turn away from the unwrapped longitudes.
    for (const turn of [-360, 0, 360]) if (longitude + turn < crossing) isInside = !isInside;
  }
  return isInside;
}

function distanceToLineM(line: readonly Position[], place: Position): number {
  let nearestM = Infinity;
  for (let index = 1; index < line.length; index++) {
    nearestM = Math.min(nearestM, geodesicM(nearestOnLeg(line[index - 1]!, line[index]!, place), place));
  }
  return nearestM;
}

/** The nearest position on a leg, computed on a plane: legs are short enough for that. */
function nearestOnLeg(a: Position, b: Position, place: Position): Position {
  const shrink = Math.cos((place.latitude * Math.PI) / 180);
  const east = wrapDegrees(b.longitude - a.longitude);
  const [dx, dy] = [east * shrink, b.latitude - a.latitude];
  const [px, py] = [wrapDegrees(place.longitude - a.longitude) * shrink, place.latitude - a.latitude];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
  return {
    latitude: a.latitude + along * (b.latitude - a.latitude),
    longitude: wrapDegrees(a.longitude + along * east),
  };
}

/** Number of sides of the polygon that stands for a circle. */
const SIDES = 36;

/** Closed outlines that together cover an area, cut at the antimeridian, for spatial queries. */
export function outlinesOf(area: Area): readonly (readonly Position[])[] {
  return ringsAround(area).flatMap((ring) => cutPolygon([ring]).map(([outline]) => outline!.map(toPosition)));
}

function ringsAround(area: Area): readonly (readonly Position[])[] {
  switch (area.kind) {
    case "circle":
      return [circleRing(area.centre, area.radiusM, SIDES)];
    case "corridor":
      return [
        ...area.line.map((place) => circleRing(place, area.radiusM, SIDES)),
        ...area.line.slice(1).map((place, index) => legOutline(area.line[index]!, place, area.radiusM)),
      ];
    case "polygon":
      return area.rings.slice(0, 1);
  }
}

/** The rectangle around a leg. */
function legOutline(a: Position, b: Position, radiusM: number): readonly Position[] {
  const shrink = Math.cos((a.latitude * Math.PI) / 180);
  const course = (Math.atan2(wrapDegrees(b.longitude - a.longitude) * shrink, b.latitude - a.latitude) * 180) / Math.PI;
  const corners = [
    destination(a, course - 90, radiusM),
    destination(b, course - 90, radiusM),
    destination(b, course + 90, radiusM),
    destination(a, course + 90, radiusM),
  ];
  return [...corners, corners[0]!];
}
