import type { TelemetryStream } from "../../kernel/handler.ts";
import type { TelemetryPlan } from "../../kernel/telemetry-plan.ts";
import type {
  OnTrack,
  OperatorPoint,
  Exported,
  Slice,
  TrackOrigin,
  UaOnMap,
  UaPoint,
  UaSlice,
} from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { SLICE_ROWS } from "../../storage/sliced.ts";
import type { ExportedSystemRow } from "./telemetry.columns.ts";
import {
  OPERATOR_TABLE,
  SYSTEM_TABLE,
  UA_MAP_TABLE,
  UA_TABLE,
  isTrue,
  exportedColumnsOf,
} from "./telemetry.columns.ts";
import type { SliceRequest } from "./telemetry.slices.ts";
import { createSliceReader } from "./telemetry.slices.ts";

/** Executes a plan until the signal is aborted. */
export type ReadTelemetry = (plan: TelemetryPlan, signal: AbortSignal) => TelemetryStream;

/**
 * @param rowsPerRead larger than a slice only on a thread that serves no other callers
 */
export function createTelemetryReader(db: ReadableDb, rowsPerRead = SLICE_ROWS): ReadTelemetry {
  const readUa = createSliceReader<Exported<UaPoint>>(db, exportedColumnsOf(UA_TABLE), rowsPerRead);
  const readUaOnMap = createSliceReader<UaOnMap>(db, UA_MAP_TABLE, rowsPerRead);
  const readOperator = createSliceReader<Exported<OperatorPoint>>(db, exportedColumnsOf(OPERATOR_TABLE), rowsPerRead);
  const readSystem = createSliceReader<ExportedSystemRow>(db, exportedColumnsOf(SYSTEM_TABLE), rowsPerRead);

  function slicesOfUa(plan: TelemetryPlan, request: SliceRequest): AsyncIterable<UaSlice> {
    if (!plan.isForMap) return withOrigins(readUa(request), plan.origins);
    // The types of the map format encoders allow no other field.
    return withOrigins(readUaOnMap(request), plan.origins) as AsyncIterable<UaSlice>;
  }

  return (plan, signal) => {
    const { record, origins, windows, isDescending, isForMap, limit, offset } = plan;
    const request = { windows, descending: isDescending, grouped: isForMap, limit, offset, signal };
    switch (record) {
      case "ua":
        return { record, plan, slices: slicesOfUa(plan, request) };
      case "operator":
        return { record, plan, slices: withOrigins(readOperator(request), origins) };
      case "system":
        return { record, plan, slices: withOrigins(toSystemPoints(readSystem(request)), origins) };
    }
  };
}

async function* withOrigins<P>(
  slices: AsyncIterable<readonly OnTrack<P>[]>,
  origins: ReadonlyMap<number, TrackOrigin>,
): AsyncGenerator<Slice<P>> {
  for await (const points of slices) yield { origins, points };
}

async function* toSystemPoints(slices: AsyncIterable<readonly ExportedSystemRow[]>) {
  for await (const rows of slices) yield rows.map((row) => ({ ...row, isCharging: isTrue(row.isCharging) }));
}
