import type { Bbox } from "../../kernel/geo.ts";
import { splitAtAntimeridian, toBoxE7 } from "../../kernel/geo.ts";
import type { TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { TrackOrigin } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";

/** The sensors that send system telemetry: few, each with its own track. */
export function createSensorReader(db: ReadableDb) {
  const inside = db
    .prepare<number[], string>(
      `SELECT sensor_id FROM sensor WHERE EXISTS (
         SELECT 1 FROM system_track WHERE sensor = sensor.id AND time_ms BETWEEN ? AND ?
           AND longitude_e7 BETWEEN ? AND ? AND latitude_e7 BETWEEN ? AND ?)`,
    )
    .pluck();
  const count = db
    .prepare<[number, number, number, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM system_track WHERE sensor = ? AND time_ms BETWEEN ? AND ? LIMIT ?)`,
    )
    .pluck();
  const numberOf = db.prepare<[string], number>("SELECT id FROM sensor WHERE sensor_id = ?").pluck();

  return {
    /** Ids of the sensors that were inside the box at some time in the range. */
    sensorsInside(bbox: Bbox, range: TimeRange): ReadonlySet<string> {
      const found = new Set<string>();
      for (const half of splitAtAntimeridian(bbox)) {
        const { west, east, south, north } = toBoxE7(half);
        const rows = inside.all(range.fromMs, range.toMs, west, east, south, north);
        for (const sensorId of rows) found.add(sensorId);
      }
      return found;
    },
    /** Number of records in some time ranges, counted up to `max`. */
    countUpTo(max: number, windows: readonly TrackWindow[]): number {
      return windows.reduce(
        (sum, { track, firstMs, lastMs }) =>
          sum < max ? sum + (count.get(track, firstMs, lastMs, max - sum) ?? 0) : sum,
        0,
      );
    },
    /** Time ranges to read; overlapping ones of a sensor are joined so that no record appears twice. */
    windowsOf(wanted: readonly { readonly sensorId: string; readonly range: TimeRange }[]): {
      readonly windows: readonly TrackWindow[];
      readonly origins: ReadonlyMap<number, TrackOrigin>;
    } {
      const windows: TrackWindow[] = [];
      const origins = new Map<number, TrackOrigin>();
      for (const [sensorId, ranges] of Map.groupBy(wanted, (one) => one.sensorId)) {
        const track = numberOf.get(sensorId);
        if (track === undefined) continue;
        origins.set(track, { sensorId, operationId: null });
        for (const range of joinRanges(ranges.map((one) => one.range))) {
          windows.push({ track, firstMs: range.fromMs, lastMs: range.toMs });
        }
      }
      return { windows, origins };
    },
  };
}

/** Sorts ranges and joins overlapping ones. */
export function joinRanges(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const joined: TimeRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = joined.at(-1);
    if (last !== undefined && range.fromMs <= last.toMs) {
      joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, range.toMs) };
    } else {
      joined.push(range);
    }
  }
  return joined;
}
