import { HOUR_MS } from "../../kernel/clock.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { Fix } from "./alert.model.ts";
import { fixAt, MAX_TARGET_AGE_MS } from "./conditions.rules.ts";
import { insertFix } from "./fixes.rules.ts";

/** Hours that are kept in memory: a test of a whole day reads each once. */
const MAX_HOURS = 30;

/** The recorded positions of the station, by its own receivers. */
export type StationTrack = {
  /** The position of each of its receivers at a time, without those that are too old. */
  readonly at: (timeMs: number) => readonly Fix[];
  /** Call with positions that are on disk; returns true where one may change an earlier result of `at`. */
  readonly note: (sensorId: string, fix: Fix) => boolean;
};

/** Reads hour by hour on demand, and adds what is recorded afterwards. */
export function createStationTrack(deps: {
  /** Sensor ids of the station's own receivers. */
  readonly listSensors: () => readonly string[];
  readonly listFixes: (sensorId: string, range: TimeRange) => readonly Fix[];
}): StationTrack {
  // Map order is the order of use.
  const hours = new Map<number, Map<string, Fix[]>>();

  function hourOf(timeMs: number): Map<string, Fix[]> {
    const hour = Math.floor(timeMs / HOUR_MS);
    const known = hours.get(hour);
    hours.delete(hour);
    const range = { fromMs: hour * HOUR_MS - MAX_TARGET_AGE_MS, toMs: (hour + 1) * HOUR_MS - 1 };
    const read = () => new Map(deps.listSensors().map((sensor) => [sensor, [...deps.listFixes(sensor, range)]]));
    const fixes = known ?? read();
    hours.set(hour, fixes);
    if (hours.size > MAX_HOURS) hours.delete(hours.keys().next().value!);
    return fixes;
  }

  return {
    at: (timeMs) => [...hourOf(timeMs).values()].flatMap((fixes) => fixAt(fixes, timeMs, MAX_TARGET_AGE_MS) ?? []),
    note(sensorId, fix) {
      // Nothing was read yet: a later read includes it.
      if (hours.size === 0 || !deps.listSensors().includes(sensorId)) return false;
      const hour = Math.floor(fix.timeMs / HOUR_MS);
      // The end of an hour still counts at the beginning of the next.
      for (const one of [hour, Math.floor((fix.timeMs + MAX_TARGET_AGE_MS) / HOUR_MS)]) {
        const fixes = hours.get(one);
        const ofSensor = fixes?.get(sensorId) ?? [];
        insertFix(ofSensor, fix);
        fixes?.set(sensorId, ofSensor);
      }
      return true;
    },
  };
}
