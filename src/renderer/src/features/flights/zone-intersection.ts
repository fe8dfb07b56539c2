import { type LatLon, METRES_PER_DEGREE } from "../../tracks/mercator.ts";
import { isInsideRings } from "../../map/inside-rings.ts";
import type { PlanShape } from "../../map/plan-shape.ts";
import { turnOf } from "../../../../../server/contracts/region.crossing.ts";

/** A ring or a polygon of rings as GeoJSON has it: longitude first. */
type Ring = readonly (readonly number[])[];

interface Point {
  readonly x: number;
  readonly y: number;
}

const DEGREE = Math.PI / 180;

/** Whether an area reaches into one of these polygons; on a plane, good to a metre over a flight's area. */
export function isIntersecting(shape: PlanShape, polygons: readonly (readonly Ring[])[]): boolean {
  const [middle] = shape.points;
  if (!middle) return false;
  const toPlane = createPlaneProjection(middle);
  const path = shape.points.map(({ latitude, longitude }) => toPlane(longitude, latitude));
  const own = shape.kind === "polygon" ? [...path, ...path.slice(0, 1)] : path;
  const reachM = shape.kind === "polygon" ? 0 : shape.radiusM;
  return polygons.some((rings) => {
    const flat = rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => toPlane(longitude, latitude)));
    if (own.some((point) => isInsideRings(point, flat))) return true;
    const isAround = shape.kind === "polygon" && flat[0]?.some((corner) => isInsideRings(corner, [own]));
    return isAround === true || flat.some((ring) => distanceM(own, ring) <= reachM);
  });
}

/** The box around an area, `lon_min,lat_min,lon_max,lat_max`, to query the zones that may intersect it. */
export function areaBoxOf({ kind, points, radiusM }: PlanShape): string | undefined {
  if (points.length === 0) return undefined;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const reach = (kind === "polygon" ? 0 : radiusM) / METRES_PER_DEGREE;
  const wide = reach / Math.max(0.05, Math.cos(Math.max(...latitudes.map(Math.abs)) * DEGREE));
  const sides = [
    Math.max(-180, Math.min(...longitudes) - wide),
    Math.max(-90, Math.min(...latitudes) - reach),
    Math.min(180, Math.max(...longitudes) + wide),
    Math.min(90, Math.max(...latitudes) + reach),
  ];
  return sides.map((side) => side.toFixed(6)).join(",");
}

function createPlaneProjection(middle: LatLon): (longitude: number, latitude: number) => Point {
  const perLongitude = METRES_PER_DEGREE * Math.cos(middle.latitude * DEGREE);
  return (longitude, latitude) => ({
    x: (longitude - middle.longitude) * perLongitude,
    y: (latitude - middle.latitude) * METRES_PER_DEGREE,
  });
}

function distanceM(path: readonly Point[], ring: readonly Point[]): number {
  const own = path.length === 1 ? path.map((point): [Point, Point] => [point, point]) : segmentsOf(path);
  let nearest = Infinity;
  for (const [a, b] of own) {
    for (const [c, d] of segmentsOf(ring)) {
      if (isCrossing(a, b, c, d)) return 0;
      nearest = Math.min(nearest, toSegmentM(a, c, d), toSegmentM(b, c, d), toSegmentM(c, a, b), toSegmentM(d, a, b));
    }
  }
  return nearest;
}

function toSegmentM(point: Point, from: Point, to: Point): number {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const length = x * x + y * y;
  const share = length === 0 ? 0 : ((point.x - from.x) * x + (point.y - from.y) * y) / length;
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(point.x - from.x - at * x, point.y - from.y - at * y);
}

function isCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
  return turnOf(a, b, c) * turnOf(a, b, d) < 0 && turnOf(c, d, a) * turnOf(c, d, b) < 0;
}

function segmentsOf(points: readonly Point[]): readonly [Point, Point][] {
  return points.slice(1).map((point, index) => [points[index] ?? point, point]);
}
