import type { ListedRecord, TelemetryPlan, TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { OnTrack, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { OPERATOR_TABLE, UA_TABLE } from "./telemetry.columns.ts";
import type { Track } from "./telemetry.deps.ts";
import { expectedOfTracks } from "./telemetry.expected.ts";
import { createSensorReader } from "./telemetry.sensors.store.ts";
import { createSliceReader, windowOf } from "./telemetry.slices.ts";

/** Plans the reading of chosen tracks in a range: in order of time, or for a map format track after track. */
export type PlanTracks = (
  record: ListedRecord,
  tracks: readonly Track[],
  range: TimeRange,
  isForMap: boolean,
) => TelemetryPlan;

/** Plans the telemetry of tracks; the caller's access was checked before. */
export function createTrackPlanner(db: ReadableDb): PlanTracks {
  const sensors = createSensorReader(db);
  return (record, tracks, range, isForMap) => {
    const page = { limit: Infinity, offset: 0 };
    const parts = tracks.flatMap((track) => {
      const window = windowOf(track.suboperation, { fromMs: track.firstMs, toMs: track.lastMs }, range);
      return window === undefined ? [] : [{ track, window }];
    });
    const shape = { record, ...page, isForMap, isDescending: false };
    if (record !== "system") {
      const origins = new Map(
        parts.map(({ track }) => [track.suboperation, { sensorId: track.sensorId, operationId: track.operationId }]),
      );
      const expected = { records: expectedOfTracks(parts, page), total: null };
      return { ...shape, windows: parts.map(({ window }) => window), origins, expected };
    }
    // The telemetry of the sensors during the reception.
    const wanted = parts.map(({ track: { sensorId }, window: { firstMs, lastMs } }) => ({
      sensorId,
      range: { fromMs: firstMs, toMs: lastMs },
    }));
    return { ...shape, ...sensors.windowsOf(wanted), expected: { records: 0, total: null } };
  };
}

/** Reads tracks with all stored fields of their records, one after the other. */
export function createReceptionReader(db: ReadableDb, rowsPerRead?: number) {
  const readAircraft = createSliceReader<UaPoint>(db, UA_TABLE, rowsPerRead);
  const readOperators = createSliceReader<OperatorPoint>(db, OPERATOR_TABLE, rowsPerRead);
  const requestOf = (windows: readonly TrackWindow[], signal: AbortSignal) => ({
    windows,
    descending: false,
    grouped: true,
    limit: Infinity,
    offset: 0,
    signal,
  });
  return {
    readAircraft: (windows: readonly TrackWindow[], signal: AbortSignal): AsyncIterable<readonly OnTrack<UaPoint>[]> =>
      readAircraft(requestOf(windows, signal)),
    readOperators: (
      windows: readonly TrackWindow[],
      signal: AbortSignal,
    ): AsyncIterable<readonly OnTrack<OperatorPoint>[]> => readOperators(requestOf(windows, signal)),
  };
}
