import type { ReadableDb } from "../../storage/database.ts";

/** Whether a sensor has a record of an aircraft with exactly this time. */
export function createReceivedCheck(db: ReadableDb): (sensorId: string, timeMs: number) => boolean {
  const found = db
    .prepare<[string, number, number, number], number>(
      `SELECT 1 FROM suboperation JOIN ua_track ON ua_track.suboperation = suboperation.id
       WHERE sensor_id = ? AND first_ms <= ? AND last_ms >= ? AND time_ms = ? LIMIT 1`,
    )
    .pluck();
  return (sensorId, timeMs) => found.get(sensorId, timeMs, timeMs, timeMs) !== undefined;
}
