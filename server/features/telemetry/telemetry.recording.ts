import type { OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import {
  OPERATOR_FIELDS,
  OPERATOR_TABLE,
  SYSTEM_FIELDS,
  SYSTEM_TABLE,
  UA_FIELDS,
  UA_TABLE,
  insertSql,
} from "./telemetry.columns.ts";
import { OPERATOR_KIND, UA_KIND, createSegmentWriter } from "./telemetry.segments.ts";

/** Appends telemetry. Every function belongs inside a transaction of the caller, which ends with `saveSegments`. */
export type TelemetryRecording = {
  /** True when the point is new; false when it was there already. */
  readonly recordUa: (suboperation: number, point: UaPoint) => boolean;
  readonly recordOperator: (suboperation: number, point: OperatorPoint) => boolean;
  readonly recordSystem: (sensorId: string, point: SystemPoint) => boolean;
  readonly saveSegments: () => void;
};

export function createTelemetryRecording(db: WritableDb): TelemetryRecording {
  const insertUa = db.prepare(insertSql(UA_TABLE));
  const insertOperator = db.prepare(insertSql(OPERATOR_TABLE));
  const insertSystem = db.prepare(insertSql(SYSTEM_TABLE));
  const insertSensor = db.prepare("INSERT OR IGNORE INTO sensor (sensor_id) VALUES (?)");
  const findSensor = db.prepare<[string], number>("SELECT id FROM sensor WHERE sensor_id = ?").pluck();
  const segments = createSegmentWriter(db);

  function sensorRow(sensorId: string): number {
    const known = findSensor.get(sensorId);
    if (known !== undefined) return known;
    insertSensor.run(sensorId);
    return findSensor.get(sensorId)!;
  }

  return {
    recordUa(suboperation, point) {
      const isNew = insertUa.run(suboperation, ...UA_FIELDS.map((field) => point[field])).changes > 0;
      if (isNew) segments.add(UA_KIND, suboperation, point);
      return isNew;
    },
    recordOperator(suboperation, point) {
      const isNew = insertOperator.run(suboperation, ...OPERATOR_FIELDS.map((field) => point[field])).changes > 0;
      if (isNew) segments.add(OPERATOR_KIND, suboperation, point);
      return isNew;
    },
    recordSystem(sensorId, point) {
      const values = SYSTEM_FIELDS.map((field) => {
        const value = point[field];
        return typeof value === "boolean" ? Number(value) : value;
      });
      return insertSystem.run(sensorRow(sensorId), ...values).changes > 0;
    },
    saveSegments: segments.save,
  };
}
