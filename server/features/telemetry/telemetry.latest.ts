import type { LastPoint, OnTrack, OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import type { SystemRow, TrackTable } from "./telemetry.columns.ts";
import { OPERATOR_TABLE, SYSTEM_TABLE, UA_TABLE, isTrue, selectedColumns } from "./telemetry.columns.ts";

/** The newest point of a track: one index step in the clustered table. */
export type LatestTelemetry = {
  readonly findUa: (suboperation: number) => OnTrack<UaPoint> | undefined;
  readonly findOperator: (suboperation: number) => OnTrack<OperatorPoint> | undefined;
  /** The newest point of a sensor within a range. */
  readonly findSystem: (sensorId: string, fromMs: number, toMs: number) => OnTrack<SystemPoint> | undefined;
  /** The newest point with a position of a sensor since a time. */
  readonly findPlacedSystem: (sensorId: string, sinceMs: number) => LastPoint | undefined;
};

export function createLatestTelemetry(db: ReadableDb): LatestTelemetry {
  const newest = (table: TrackTable, condition: string) =>
    `SELECT ${selectedColumns(table)} FROM ${table.name} WHERE ${condition} ORDER BY time_ms DESC LIMIT 1`;
  const ua = db.prepare<[number], OnTrack<UaPoint>>(newest(UA_TABLE, "suboperation = ?"));
  const operator = db.prepare<[number], OnTrack<OperatorPoint>>(newest(OPERATOR_TABLE, "suboperation = ?"));
  const system = db.prepare<[string, number, number], SystemRow>(
    newest(SYSTEM_TABLE, "sensor = (SELECT id FROM sensor WHERE sensor_id = ?) AND time_ms BETWEEN ? AND ?"),
  );
  const placedSystem = db.prepare<[string, number], LastPoint>(
    `SELECT time_ms AS timeMs, latitude_e7 AS latitudeE7, longitude_e7 AS longitudeE7 FROM system_track
     WHERE sensor = (SELECT id FROM sensor WHERE sensor_id = ?) AND time_ms >= ?
       AND latitude_e7 IS NOT NULL AND longitude_e7 IS NOT NULL ORDER BY time_ms DESC LIMIT 1`,
  );
  return {
    findUa: (suboperation) => ua.get(suboperation),
    findOperator: (suboperation) => operator.get(suboperation),
    findSystem(sensorId, fromMs, toMs) {
      const row = system.get(sensorId, fromMs, toMs);
      return row && { ...row, isCharging: isTrue(row.isCharging) };
    },
    findPlacedSystem: (sensorId, sinceMs) => placedSystem.get(sensorId, sinceMs),
  };
}
