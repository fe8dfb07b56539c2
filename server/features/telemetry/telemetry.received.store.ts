import type { UaPoint } from "../../kernel/telemetry.ts";
import { UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";

/** Whether a sensor has a record of an aircraft with exactly this time. */
export function createRecordCheck(db: ReadableDb): (sensorId: string, timeMs: number) => boolean {
  const tracks = db
    .prepare<[string, number, number], number>(
      "SELECT id FROM suboperation WHERE sensor_id = ? AND first_ms <= ? AND last_ms >= ?",
    )
    .pluck();
  const points = createTrackReader<Pick<UaPoint, "timeMs">>(db, UA_KIND, ["timeMs"]);
  return (sensorId, timeMs) =>
    tracks.all(sensorId, timeMs, timeMs).some((track) => points.findFrom(track, timeMs, timeMs) !== undefined);
}
