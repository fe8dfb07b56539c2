import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { UaTelemetry } from "../../server/contracts/telemetry.ts";
import { TrackCollection } from "../../src/renderer/src/tracks/track-collection.ts";

const SECOND_MS = 1000;
const MINUTE_S = 60;
const FIRST_MS = Date.UTC(2026, 10, 1);
/** As often as the console removes old data. */
const SWEEP_S = 5;

export interface HeapTimes {
  readonly aircraft: number;
  /** Simulated. */
  readonly minutes: number;
  /** How long an aircraft flies before another one replaces it, simulated minutes. */
  readonly flightMinutes: number;
}

/**
 * Megabytes of live objects that the console keeps of the live stream, after each simulated minute: its aircraft send a
 * record a second, and new ones replace those that have landed. Time is simulated, so that an hour takes seconds.
 */
export function heapOverTime({ aircraft, minutes, flightMinutes }: HeapTimes): readonly number[] {
  const collectGarbage = garbageCollector();
  const collection = new TrackCollection();
  const heapMb: number[] = [];
  for (let second = 0; second < minutes * MINUTE_S; second++) {
    const nowMs = FIRST_MS + second * SECOND_MS;
    const records = Array.from({ length: aircraft }, (_, index) => recordOf(index, second, { nowMs, flightMinutes }));
    collection.applyUa(records, nowMs);
    if (second % SWEEP_S === 0) collection.sweep(nowMs);
    if ((second + 1) % MINUTE_S === 0) {
      collectGarbage();
      heapMb.push(process.memoryUsage().heapUsed / 1e6);
    }
  }
  if (collection.tracks.size < aircraft) throw new Error(`${collection.tracks.size} aircraft are left`);
  return heapMb;
}

function recordOf(
  index: number,
  second: number,
  { nowMs, flightMinutes }: { readonly nowMs: number; readonly flightMinutes: number },
): UaTelemetry {
  const flightS = flightMinutes * MINUTE_S;
  // They do not all land at once.
  const flight = Math.floor((second + ((index * 7919) % flightS)) / flightS);
  const angle = second / 30 + index;
  const record: Partial<UaTelemetry> = {
    operation_id: `operation-${index}-${flight}`,
    sensor_id: "roof",
    timestamp: new Date(nowMs).toISOString(),
    location: { latitude: 50 + Math.sin(angle) / 100, longitude: 14 + Math.cos(angle) / 100, accuracy: null },
  };
  return record as UaTelemetry;
}

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
