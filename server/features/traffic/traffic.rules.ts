import { DAY_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";

export const DEFAULT_KEPT_DAYS = 7;

/**
 * Below this height drones fly, so positions are stored at short intervals; above it they are only needed for a replay.
 */
const CLOSE_BELOW_M = 3000;
const CLOSE_INTERVAL_MS = 2 * SECOND_MS;
const FAR_INTERVAL_MS = 10 * SECOND_MS;

/** Whether a position is stored; `lastMs` is the time of the last stored one of the same aircraft. */
export function isStored(point: TrafficPoint, lastMs: number | undefined): boolean {
  return lastMs === undefined || Math.abs(point.timeMs - lastMs) >= storeIntervalMs(point);
}

/** Positions before this are removed, Unix milliseconds. */
export function keptFromMs(days: number, nowMs: number): number {
  return nowMs - days * DAY_MS;
}

/** How long after the last stored position of the aircraft the next one is stored. */
function storeIntervalMs({ altitudeWgs84M, altitudePressureM, isOnGround }: TrafficPoint): number {
  const heightM = altitudeWgs84M ?? altitudePressureM;
  // An aircraft without a height may be anywhere.
  return isOnGround || heightM === null || heightM < CLOSE_BELOW_M ? CLOSE_INTERVAL_MS : FAR_INTERVAL_MS;
}
