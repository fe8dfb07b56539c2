import { MAX_TIME_MS, MIN_TIME_MS } from "../../kernel/clock.ts";
import type { OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import { OPERATOR_KIND, UA_KIND } from "../../kernel/track-segment/segment-columns.ts";
import type { WritableDb } from "../../storage/database.ts";
import { createTrackReader } from "../../storage/tracks/track-reader.ts";
import { OPERATOR_FIELDS } from "../../kernel/track-segment/operator-points.ts";
import { UA_FIELDS } from "../../kernel/track-segment/ua-points.ts";
import type { TelemetryRecording } from "./telemetry.recording.store.ts";

/** No limit: the tracks that are copied are short. */
const MAX_POINTS = 2 ** 31 - 1;

/** Number of records copied to a track. */
export type Copied = { readonly ua: number; readonly operator: number };

/**
 * Copies the records of one track to another, without duplicates. For short tracks; call inside a transaction, and call
 * the returned `confirm` once that is on disk.
 */
export type CopyTrack = (from: number, into: number) => Copied & { readonly confirm: () => void };

export function createTrackCopier(db: WritableDb, recording: TelemetryRecording): CopyTrack {
  const uaPoints = createTrackReader<UaPoint>(db, UA_KIND, UA_FIELDS);
  const operatorPoints = createTrackReader<OperatorPoint>(db, OPERATOR_KIND, OPERATOR_FIELDS);
  return (from, into) => {
    recording.forgetRolledBack();
    const whole = { track: from, firstMs: MIN_TIME_MS, lastMs: MAX_TIME_MS };
    const ua = uaPoints.list(whole, MAX_POINTS).filter((point) => recording.recordUa(into, point) !== undefined).length;
    const operator = operatorPoints
      .list(whole, MAX_POINTS)
      .filter((point) => recording.recordOperator(into, point) !== undefined).length;
    return { ua, operator, confirm: recording.saveExtents() };
  };
}
