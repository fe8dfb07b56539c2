import { SECOND_MS } from "../../kernel/clock.ts";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import type { VehicleReading } from "../../kernel/vehicle.ts";
import { ESTIMATE_PREFERRED_MS } from "./vehicle.rules.ts";
import type { VehicleState } from "./vehicles.deps.ts";

/**
 * Points of a vehicle: the positions that its autopilot estimates, and those of its receiver only while estimates are
 * missing.
 */
export function createPointReader() {
  let estimatedAtMs = -Infinity;
  /** A point without its time in the flight; `undefined` when the message has no position that is used. */
  return ({ estimated, received, timeMs, monotonicMs }: VehicleReading): UaPoint | undefined => {
    const point = { ...EMPTY_POINT, timeMs, receivedMs: timeMs, operationalState: "airborne" };
    if (estimated !== null) {
      estimatedAtMs = monotonicMs;
      return { ...point, ...estimated };
    }
    const isNeeded = received !== null && monotonicMs - estimatedAtMs > ESTIMATE_PREFERRED_MS;
    return isNeeded ? { ...point, ...received } : undefined;
  };
}

/** States of a flight, one for each second in which something was reported: the first value of each kind. */
export function createStateReader() {
  let state: VehicleState | undefined;
  return {
    add({ heartbeat, batteryV, batteryPercent, satellites }: VehicleReading, timeMs: number, receivedMs: number): void {
      const reported = { batteryV, batteryPercent, satellites, mode: heartbeat?.mode ?? null };
      if (Object.values(reported).every((value) => value === null)) return;
      if (state === undefined || Math.floor(state.timeMs / SECOND_MS) !== Math.floor(timeMs / SECOND_MS)) {
        state = { timeMs, receivedMs, ...reported, linkPercent: null };
        return;
      }
      state = {
        ...state,
        batteryV: state.batteryV ?? reported.batteryV,
        batteryPercent: state.batteryPercent ?? reported.batteryPercent,
        satellites: state.satellites ?? reported.satellites,
        mode: state.mode ?? reported.mode,
      };
    },
    /** The state of the current second; stored under its time, it replaces an earlier state of that second. */
    current: () => state,
  };
}

/** Messages that are counted together. */
const WINDOW_MS = 5 * SECOND_MS;
/** Fewer messages are not enough to judge a link. */
const MIN_MESSAGES = 5;

/**
 * The percentage of a vehicle's messages that arrived in the last seconds. A sender numbers its messages modulo 256, so
 * that missing ones can be counted.
 */
export function createLinkMeter() {
  let arrivals: { readonly atMs: number; readonly missing: number }[] = [];
  let last: number | undefined;
  return {
    add({ sequence, monotonicMs: atMs }: Pick<VehicleReading, "sequence" | "monotonicMs">): void {
      const ahead = last === undefined ? 1 : (sequence - last) & 0xff;
      // A message that arrived over a second link, or out of order, is not a loss.
      if (ahead === 0 || ahead > 128) return;
      last = sequence;
      arrivals = arrivals.filter((one) => atMs - one.atMs < WINDOW_MS);
      arrivals.push({ atMs, missing: ahead - 1 });
    },
    percent(nowMs: number): number | null {
      const recent = arrivals.filter(({ atMs }) => nowMs - atMs < WINDOW_MS);
      if (recent.length < MIN_MESSAGES) return null;
      const missing = recent.reduce((sum, one) => sum + one.missing, 0);
      return Math.round((100 * recent.length) / (recent.length + missing));
    },
  };
}
