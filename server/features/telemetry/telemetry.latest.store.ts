import { MAX_TIME_MS } from "../../kernel/clock.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { LastPoint, OnTrack, OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import type { SystemRow } from "./telemetry.columns.ts";
import { OPERATOR_FIELDS } from "../../kernel/track-segment/operator-points.ts";
import { UA_FIELDS } from "../../kernel/track-segment/ua-points.ts";
import { SYSTEM_TABLE, isTrue, selectedColumns } from "./telemetry.columns.ts";

/** The newest point of a track. */
export type LatestTelemetry = {
  readonly findUa: (suboperation: number) => OnTrack<UaPoint> | undefined;
  readonly findOperator: (suboperation: number) => OnTrack<OperatorPoint> | undefined;
  /** The newest point of a sensor within a range. */
  readonly findSystem: (sensorId: string, fromMs: number, toMs: number) => OnTrack<SystemPoint> | undefined;
  /** The newest point with a position of a sensor since a time. */
  readonly findPlacedSystem: (sensorId: string, sinceMs: number) => LastPoint | undefined;
};

export function createLatestTelemetry(db: ReadableDb): LatestTelemetry {
  const ua = createTrackReader<UaPoint>(db, UA_KIND, UA_FIELDS);
  const operator = createTrackReader<OperatorPoint>(db, OPERATOR_KIND, OPERATOR_FIELDS);
  const system = db.prepare<[string, number, number], SystemRow>(
    `SELECT ${selectedColumns(SYSTEM_TABLE)} FROM system_track
     WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = ?) AND time_ms BETWEEN ? AND ?
     ORDER BY time_ms DESC LIMIT 1`,
  );
  const placedSystem = db.prepare<[string, number], LastPoint>(
    `SELECT time_ms AS timeMs, latitude_e7 AS latitudeE7, longitude_e7 AS longitudeE7 FROM system_track
     WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = ?) AND time_ms >= ?
       AND latitude_e7 IS NOT NULL AND longitude_e7 IS NOT NULL ORDER BY time_ms DESC LIMIT 1`,
  );
  return {
    findUa: (suboperation) => ua.findUntil(suboperation, MAX_TIME_MS),
    findOperator: (suboperation) => operator.findUntil(suboperation, MAX_TIME_MS),
    findSystem(sensorId, fromMs, toMs) {
      const row = system.get(sensorId, fromMs, toMs);
      return row && { ...row, isCharging: isTrue(row.isCharging) };
    },
    findPlacedSystem: (sensorId, sinceMs) => placedSystem.get(sensorId, sinceMs),
  };
}
