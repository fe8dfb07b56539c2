import { SECOND_MS } from "../../kernel/clock.ts";
import { positionOf } from "../../kernel/geo.ts";
import { geodesicTo } from "../../kernel/geodesic.ts";
import { isPlausibleMove } from "../../kernel/plausible-move.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";

/** If two points are closer in time, the resolution of positions and times is larger than the motion. */
export const MIN_APART_MS = SECOND_MS;
/** If two points are farther apart in time, the aircraft may have flown any way in between. */
const MAX_APART_MS = 30 * SECOND_MS;

const RADIANS_PER_E7 = Math.PI / 180 / 1e7;
const TURN_E7 = 360e7;

/** Two points of a track, in order of time, between which the motion at a third one is measured. */
export type Leg = readonly [from: UaPoint, to: UaPoint];
export type PointOnLeg = { readonly point: UaPoint; readonly leg: Leg | null };

/**
 * Finds for each point of a track the leg from which its motion is derived: from a point at least a second before to
 * the point itself; at the beginning, and after a gap or a jump, the first second. `null` where there is none. The
 * points may be in descending order of time.
 */
export function createLegFinder() {
  /** The newest point that is far enough from the next one, and those after it. */
  let behind: UaPoint[] = [];
  let waiting: UaPoint[] = [];

  function release(leg: Leg | null): readonly PointOnLeg[] {
    const released = waiting.map((point) => ({ point, leg }));
    waiting = [];
    return released;
  }

  return {
    /** Adds the next point; returns the points whose legs are now known, in order. */
    push(point: UaPoint): readonly PointOnLeg[] {
      const last = behind.at(-1);
      const isBroken = last !== undefined && !isConnected(last, point);
      const unconnected = isBroken ? release(null) : [];
      if (isBroken) behind = [];
      while (behind.length > 1 && apartMs(behind[1]!, point) >= MIN_APART_MS) behind.shift();
      const [start] = behind;
      behind.push(point);
      waiting.push(point);
      if (start === undefined || apartMs(start, point) < MIN_APART_MS) return unconnected;
      return [...unconnected, ...release(start.timeMs < point.timeMs ? [start, point] : [point, start])];
    },
    /** The points that are still undecided when the track ends. */
    end: () => release(null),
  };
}

/** Metres per second and degrees; `null` where it is unknown. */
type Motion = { readonly speed: number; readonly course: number | null; readonly climb: number | null };

export function motionOn([from, to]: Leg): Motion {
  const seconds = (to.timeMs - from.timeMs) / SECOND_MS;
  const climbMm = climbedMm(from, to);
  const isMoved = from.latitudeE7 !== to.latitudeE7 || from.longitudeE7 !== to.longitudeE7;
  const flown = isMoved ? geodesicTo(positionOf(from), positionOf(to)) : undefined;
  return {
    speed: flown === undefined ? 0 : flown.distanceM / seconds,
    course: flown?.azimuthDeg ?? null,
    climb: climbMm === null ? null : climbMm / 1000 / seconds,
  };
}

/**
 * The square of the larger half axis of WGS84 divided by the smaller one: the largest radius of curvature of the
 * ellipsoid.
 */
const MAX_RADIUS_M = 6_399_594;

/**
 * An upper bound of the speed of `motionOn`, metres per second, for less work: by the straight line between both
 * latitudes and longitudes, which no geodesic exceeds.
 */
export function maxSpeedOn([from, to]: Leg): number {
  const eastE7 = Math.abs(to.longitudeE7 - from.longitudeE7);
  const nearestToEquator = Math.min(Math.abs(from.latitudeE7), Math.abs(to.latitudeE7));
  const isAcross = from.latitudeE7 < 0 !== to.latitudeE7 < 0;
  const parallel = isAcross ? 1 : Math.cos(nearestToEquator * RADIANS_PER_E7);
  const north = (to.latitudeE7 - from.latitudeE7) * RADIANS_PER_E7;
  const east = Math.min(eastE7, TURN_E7 - eastE7) * RADIANS_PER_E7 * parallel;
  return (MAX_RADIUS_M * Math.hypot(north, east) * SECOND_MS) / (to.timeMs - from.timeMs);
}

/** Heights above the ground are not used: the ground rises and falls by itself. */
const HEIGHTS = ["altitudeWgs84Mm", "altitudeMslMm", "altitudeAtoMm", "altitudePressureMm"] as const;

function climbedMm(from: UaPoint, to: UaPoint): number | null {
  const height = HEIGHTS.find((one) => from[one] !== null && to[one] !== null);
  return height === undefined ? null : to[height]! - from[height]!;
}

function isConnected(a: UaPoint, b: UaPoint): boolean {
  return apartMs(a, b) <= MAX_APART_MS && isPlausibleMove(fixOf(a), fixOf(b));
}

function apartMs(a: UaPoint, b: UaPoint): number {
  return Math.abs(a.timeMs - b.timeMs);
}

function fixOf(point: UaPoint) {
  return { ...positionOf(point), timeMs: point.timeMs };
}
