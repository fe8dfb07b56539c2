import { EARTH_RADIUS_M } from "../../../../server/contracts/great-circle.ts";
import { type LatLon, type MercatorPoint, toMercator } from "./mercator.ts";

/** The edge of a circle on the ground, as a flat map shows it. */
export interface CircleOutline {
  /** Along the edge; where it encloses a pole, once around the world from west to east. */
  readonly line: readonly MercatorPoint[];
  /** The y of the map's edge that the circle reaches beyond, where it encloses a pole; else the line is closed. */
  readonly poleY: 0 | 1 | undefined;
}

const DEGREE = Math.PI / 180;
/** Fine enough that a circle of 10 km is one in every zoom. */
const STEPS = 360;
const HALF_WORLD = 0.5;

const outlines = new WeakMap<LatLon, Map<number, CircleOutline>>();

/** As `circleOutline`, which it calculates once for a centre and a radius. */
export function cachedCircleOutline(centre: LatLon, radiusM: number): CircleOutline {
  let ofCentre = outlines.get(centre);
  if (ofCentre === undefined) outlines.set(centre, (ofCentre = new Map()));
  let outline = ofCentre.get(radiusM);
  if (outline === undefined) ofCentre.set(radiusM, (outline = circleOutline(centre, radiusM)));
  return outline;
}

/** All points within a distance of the centre along the ground, on the sphere. It encloses one pole at most. */
export function circleOutline(centre: LatLon, radiusM: number): CircleOutline {
  const poleY = enclosedPole(centre, radiusM);
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const turn = ((step - STEPS / 2) * 2 * Math.PI) / STEPS;
    return pointAt(centre, radiusM / EARTH_RADIUS_M, turn);
  });
  if (poleY === undefined) return { line: points, poleY };
  // Beyond a pole the longitude is the opposite one: of either side, as far as the flat map goes.
  const middle = toMercator(centre).x;
  const around = points.filter(({ x }) => Math.abs(x - middle) < HALF_WORLD - 1e-6).toSorted((a, b) => a.x - b.x);
  const { y } = pointAt(centre, radiusM / EARTH_RADIUS_M, poleY === 0 ? 0 : Math.PI);
  return { line: [{ x: middle - HALF_WORLD, y }, ...around, { x: middle + HALF_WORLD, y }], poleY };
}

/** A line around the world in the copies of the map to the west, in the middle and to the east. */
export function worldCopies(line: readonly MercatorPoint[]): readonly MercatorPoint[] {
  return [-1, 0, 1].flatMap((turn) => line.map(({ x, y }) => ({ x: x + turn, y })));
}

/** Whether the flat map shows a circle as one, to a hundredth of its radius. */
export function isRoundOnMap({ latitude }: LatLon, radiusM: number): boolean {
  return (radiusM / EARTH_RADIUS_M) * Math.tan(Math.abs(latitude) * DEGREE) < 0.01;
}

function enclosedPole({ latitude }: LatLon, radiusM: number): 0 | 1 | undefined {
  const radiusDeg = radiusM / EARTH_RADIUS_M / DEGREE;
  if (90 - latitude < radiusDeg) return 0;
  return 90 + latitude < radiusDeg ? 1 : undefined;
}

/** Where one arrives on a great circle; its `x` continues beyond the antimeridian. `turn` is clockwise from north. */
function pointAt({ latitude, longitude }: LatLon, angle: number, turn: number): MercatorPoint {
  const [sine, cosine] = [Math.sin(latitude * DEGREE), Math.cos(latitude * DEGREE)];
  const north = sine * Math.cos(angle) + cosine * Math.sin(angle) * Math.cos(turn);
  const east = Math.atan2(Math.sin(turn) * Math.sin(angle) * cosine, Math.cos(angle) - sine * north);
  const reached = Math.asin(Math.max(-1, Math.min(1, north))) / DEGREE;
  return toMercator({ latitude: reached, longitude: longitude + east / DEGREE });
}
