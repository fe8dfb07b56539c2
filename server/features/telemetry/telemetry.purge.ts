import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import { createTrackPurge, type TrackBounds } from "../../storage/tracks/track-purge.ts";
import { secondOf } from "../../storage/tracks/track-extents.ts";

export type TelemetryPurge = {
  /** Removes at most `maxRows` rows or one segment of a track with their index entries; returns 0 when none are left. */
  readonly removeOfSuboperation: (suboperation: number, maxRows: number) => number;
  readonly listSensors: () => readonly string[];
  /**
   * Removes the system telemetry of a sensor between two times (both exclusive), except in the ranges to keep. Examines
   * at most `maxRows` records and returns the time of the last one, `null` when there are no more.
   */
  readonly removeSystem: (
    sensorId: string,
    between: { readonly afterMs: number; readonly beforeMs: number },
    rangesToKeep: (range: TimeRange) => readonly TimeRange[],
    maxRows: number,
  ) => { readonly removed: number; readonly lastMs: number | null };
};

/** Purges telemetry, a few rows at a time; call inside transactions. */
export function createTelemetryPurge(db: WritableDb): TelemetryPurge {
  const tracks = [createTrackPurge(db, UA_KIND), createTrackPurge(db, OPERATOR_KIND)];
  const extentsNear = db
    .prepare<
      [TrackBounds & { readonly firstS: number; readonly lastS: number; readonly suboperation: number }],
      number
    >(
      `SELECT id FROM track_extent
       WHERE east_e7 >= @west AND west_e7 <= @east AND north_e7 >= @south AND south_e7 <= @north
         AND last_s >= @firstS AND first_s <= @lastS AND suboperation = @suboperation`,
    )
    .pluck();
  const removeExtent = db.prepare("DELETE FROM track_extent WHERE id = ?");
  const removeLine = db.prepare("DELETE FROM track_line WHERE suboperation = ?");

  const sensors = db.prepare<[], string>("SELECT sensor_id FROM sensor").pluck();
  const sensorRow = db.prepare<[string], number>("SELECT id FROM sensor WHERE sensor_id = ?").pluck();
  const systemTimes = db
    .prepare<[number, number, number, number], number>(
      "SELECT time_ms FROM system_track WHERE sensor = ? AND time_ms > ? AND time_ms < ? ORDER BY time_ms LIMIT ?",
    )
    .pluck();
  const removeSystemRow = db.prepare("DELETE FROM system_track WHERE sensor = ? AND time_ms = ?");

  return {
    removeOfSuboperation(suboperation, maxRows) {
      for (const remove of tracks) {
        const { bounds, points } = remove(suboperation, maxRows);
        if (bounds === undefined) continue;
        const firstS = secondOf(bounds.firstMs);
        const lastS = secondOf(bounds.lastMs);
        // Every index entry contains at least one point, so it is found and removed at the latest with its last point.
        for (const id of extentsNear.all({ ...bounds, firstS, lastS, suboperation })) removeExtent.run(id);
        return points;
      }
      removeLine.run(suboperation);
      return 0;
    },
    listSensors: () => sensors.all(),
    removeSystem(sensorId, { afterMs, beforeMs }, rangesToKeep, maxRows) {
      const sensor = sensorRow.get(sensorId);
      const times = sensor === undefined ? [] : systemTimes.all(sensor, afterMs, beforeMs, maxRows);
      const lastMs = times.at(-1);
      if (sensor === undefined || lastMs === undefined) return { removed: 0, lastMs: null };
      const ranges = rangesToKeep({ fromMs: times[0]!, toMs: lastMs });
      const isKept = (timeMs: number) => ranges.some(({ fromMs, toMs }) => fromMs <= timeMs && timeMs <= toMs);
      let removed = 0;
      for (const timeMs of times) if (!isKept(timeMs)) removed += removeSystemRow.run(sensor, timeMs).changes;
      return { removed, lastMs: times.length < maxRows ? null : lastMs };
    },
  };
}
