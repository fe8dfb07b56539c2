import { EARTH_RADIUS_M, wrapLongitude } from "../../../../server/contracts/great-circle.ts";
import { fromMercator, toMercator } from "../tracks/mercator.ts";

/** A box in degrees. `west > east` crosses the antimeridian. */
export interface ViewBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The live stream serves at most 6 000 000 km²; a little less leaves room for rounding on both sides. */
export const MAX_VIEWPORT_KM2 = 5_900_000;
const MARGIN_SHARE = 0.15;
const EARTH_RADIUS_KM = EARTH_RADIUS_M / 1000;
const DEGREE = Math.PI / 180;

export interface LiveViewport {
  /** `lon_min,lat_min,lon_max,lat_max`, with a margin around the view. */
  readonly text: string;
  /** The whole view in the same shape, when it is wider than the live stream serves and only its middle is in `text`. */
  readonly beyond: string | undefined;
}

/** The region of interest for a view. Longitudes may lie beyond ±180, as a map that was dragged around gives them. */
export function liveViewportOf(view: ViewBox): LiveViewport {
  const whole = clampLatitudes(widen(view, 1 + 2 * MARGIN_SHARE));
  if (areaKm2(whole) <= MAX_VIEWPORT_KM2) return { text: format(whole), beyond: undefined };
  const exact = clampLatitudes(view);
  if (areaKm2(exact) <= MAX_VIEWPORT_KM2) return { text: format(exact), beyond: undefined };
  let share = 1;
  let box = exact;
  while (areaKm2(box) > MAX_VIEWPORT_KM2) {
    share *= 0.95;
    box = shrink(exact, share);
  }
  return { text: format(box), beyond: format(exact) };
}

/**
 * Area on the sphere, as the station works it out, but of a box as a map has it: `west` is not greater than `east`, and a
 * width of more than 360° counts as 360°.
 */
export function areaKm2({ west, south, east, north }: ViewBox): number {
  const width = Math.min(360, east - west) * DEGREE;
  return EARTH_RADIUS_KM ** 2 * width * (Math.sin(north * DEGREE) - Math.sin(south * DEGREE));
}

export function isInView({ west, south, east, north }: ViewBox, latitude: number, longitude: number): boolean {
  if (latitude < south || latitude > north) return false;
  const offset = (((longitude - west) % 360) + 360) % 360;
  return offset <= east - west;
}

function widen({ west, south, east, north }: ViewBox, factor: number): ViewBox {
  const halfWidth = ((east - west) / 2) * factor;
  const halfHeight = ((north - south) / 2) * factor;
  const longitude = (west + east) / 2;
  const latitude = (south + north) / 2;
  return {
    west: longitude - halfWidth,
    east: longitude + halfWidth,
    south: latitude - halfHeight,
    north: latitude + halfHeight,
  };
}

/** Shrinks around the middle of the map, which for a large region is not the middle of its latitudes. */
function shrink({ west, south, east, north }: ViewBox, share: number): ViewBox {
  const top = toMercator({ latitude: north, longitude: 0 }).y;
  const bottom = toMercator({ latitude: south, longitude: 0 }).y;
  const middle = (top + bottom) / 2;
  const halfHeight = ((bottom - top) / 2) * share;
  const halfWidth = ((east - west) / 2) * share;
  return {
    west: (west + east) / 2 - halfWidth,
    east: (west + east) / 2 + halfWidth,
    south: fromMercator({ x: 0, y: middle + halfHeight }).latitude,
    north: fromMercator({ x: 0, y: middle - halfHeight }).latitude,
  };
}

function clampLatitudes(box: ViewBox): ViewBox {
  return { ...box, south: Math.max(-90, box.south), north: Math.min(90, box.north) };
}

function format({ west, south, east, north }: ViewBox): string {
  const isWorld = east - west >= 360;
  const sides = isWorld ? [-180, south, 180, north] : [edgeOf(west), south, edgeOf(east), north];
  return sides.map((side) => side.toFixed(4)).join(",");
}

/** The edge of a box: 180° stays as it is. */
function edgeOf(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : wrapLongitude(longitude);
}
