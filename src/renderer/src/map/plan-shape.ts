import { findCrossing } from "../../../../server/contracts/region.crossing.ts";
import type { Region } from "../../../../server/contracts/region.ts";
import { type LatLon, METRES_PER_DEGREE } from "../tracks/mercator.ts";

export type PlanKind = "circle" | "corridor" | "polygon";

/** An area that is drawn on the map, as that of a flight: around the first point, along the points, or between them. */
export interface PlanShape {
  readonly kind: PlanKind;
  readonly points: readonly LatLon[];
  /** Radius of a circle, or of a corridor to either side. */
  readonly radiusM: number;
}

const DEFAULT_RADIUS_M: Readonly<Record<PlanKind, number>> = { circle: 200, corridor: 50, polygon: 50 };
const MIN_POINTS: Readonly<Record<PlanKind, number>> = { circle: 1, corridor: 2, polygon: 3 };
export const MAX_RADIUS_M = 1_000_000;
const DEGREE = Math.PI / 180;

/** What drawing begins with. */
export const EMPTY_SHAPE: PlanShape = { kind: "circle", points: [], radiusM: DEFAULT_RADIUS_M.circle };

/** A click on the map: a circle moves there, the others grow by a point. */
export function withPlace<T extends PlanShape>(shape: T, place: LatLon): T {
  return { ...shape, points: shape.kind === "circle" ? [place] : [...shape.points, place] };
}

/** Another kind of area keeps the points it can use. */
export function withKind<T extends PlanShape>(shape: T, kind: PlanKind): T {
  const isDefault = shape.radiusM === DEFAULT_RADIUS_M[shape.kind];
  return {
    ...shape,
    kind,
    points: kind === "circle" ? shape.points.slice(0, 1) : shape.points,
    radiusM: isDefault ? DEFAULT_RADIUS_M[kind] : shape.radiusM,
  };
}

export function hasEnoughPoints({ kind, points }: PlanShape): boolean {
  return points.length >= MIN_POINTS[kind];
}

/** Whether the sides of a polygon cross: the station refuses it, because nobody could say what is inside. */
export function isCrossingItself(shape: PlanShape): boolean {
  return shape.kind === "polygon" && hasEnoughPoints(shape) && findCrossing([ringOf(shape.points)]) !== undefined;
}

/**
 * The shape of a region, without holes. A region that a device has started at its take-off has its coordinates in
 * the order latitude, longitude; it is recognised by its centre, which is the take-off.
 */
export function planShapeOf(region: Region, takeoff?: LatLon): PlanShape | undefined {
  const geometry = region.type === "Feature" ? region.geometry : region;
  const inFeature = region.type === "Feature" ? region.properties?.radius : undefined;
  if (geometry.type === "Polygon") {
    const [outline = []] = geometry.coordinates;
    return { kind: "polygon", points: outline.slice(0, -1).map(placeOf), radiusM: DEFAULT_RADIUS_M.polygon };
  }
  const radiusM = geometry.radius ?? inFeature;
  if (radiusM === undefined) return undefined;
  if (geometry.type === "LineString") return { kind: "corridor", points: geometry.coordinates.map(placeOf), radiusM };
  const [x = 0, y = 0] = geometry.coordinates;
  const isSwapped = takeoff !== undefined && x === takeoff.latitude && y === takeoff.longitude;
  return { kind: "circle", points: [isSwapped ? takeoff : placeOf(geometry.coordinates)], radiusM };
}

/** The region of a shape, as the station takes it. */
export function planRegionOf({ kind, points, radiusM }: PlanShape): Region {
  const positions = points.map(({ latitude, longitude }) => [longitude, latitude]);
  const [first = [0, 0]] = positions;
  if (kind === "circle") return { type: "Point", coordinates: first, radius: radiusM };
  if (kind === "corridor") return { type: "LineString", coordinates: positions, radius: radiusM };
  return { type: "Polygon", coordinates: [ringOf(points)] };
}

/**
 * Places that a map has to show for all of an area to be seen: two corners of the box around each point, with the radius.
 * They may lie beyond ±180°, as the area may.
 */
export function areaCornersOf({ kind, points, radiusM }: PlanShape): readonly LatLon[] {
  // What is typed for the radius may be no number yet.
  const reach = kind === "polygon" || !Number.isFinite(radiusM) ? 0 : radiusM / METRES_PER_DEGREE;
  return points.flatMap(({ latitude, longitude }) => {
    const wide = reach / Math.max(0.05, Math.cos(latitude * DEGREE));
    return [
      { latitude: Math.max(-90, latitude - reach), longitude: longitude - wide },
      { latitude: Math.min(90, latitude + reach), longitude: longitude + wide },
    ];
  });
}

function ringOf(points: readonly LatLon[]): number[][] {
  return [...points, ...points.slice(0, 1)].map(({ latitude, longitude }) => [longitude, latitude]);
}

function placeOf([longitude = 0, latitude = 0]: readonly number[]): LatLon {
  return { latitude, longitude };
}
