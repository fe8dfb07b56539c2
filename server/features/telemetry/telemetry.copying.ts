import type { OnTrack, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { WritableDb } from "../../storage/database.ts";
import { OPERATOR_TABLE, selectedColumns, UA_TABLE } from "./telemetry.columns.ts";
import type { TelemetryRecording } from "./telemetry.recording.ts";

/** Number of records copied to a track. */
export type Copied = { readonly ua: number; readonly operator: number };

/**
 * Copies the records of one track to another, without duplicates. For short tracks; call inside a transaction, and call
 * the returned `confirm` once that is on disk.
 */
export type CopyTrack = (from: number, into: number) => Copied & { readonly confirm: () => void };

export function createTrackCopier(db: WritableDb, recording: TelemetryRecording): CopyTrack {
  const uaPoints = db.prepare<[number], OnTrack<UaPoint>>(
    `SELECT ${selectedColumns(UA_TABLE)} FROM ua_track WHERE suboperation = ? ORDER BY time_ms`,
  );
  const operatorPoints = db.prepare<[number], OnTrack<OperatorPoint>>(
    `SELECT ${selectedColumns(OPERATOR_TABLE)} FROM operator_track WHERE suboperation = ? ORDER BY time_ms`,
  );
  return (from, into) => {
    const ua = uaPoints.all(from).filter((point) => recording.recordUa(into, point) !== undefined).length;
    const operator = operatorPoints
      .all(from)
      .filter((point) => recording.recordOperator(into, point) !== undefined).length;
    return { ua, operator, confirm: recording.saveExtents() };
  };
}
