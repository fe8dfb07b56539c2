import type { OnTrack, OperatorPoint, SystemPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { ReadableDb } from "../../storage/database.ts";
import { OPERATOR_TABLE, SYSTEM_TABLE, UA_TABLE } from "./telemetry.columns.ts";
import { createSliceReader } from "./telemetry.slices.ts";

const PLACE_FIELDS = ["timeMs", "latitudeE7", "longitudeE7"] as const;
const UA_STATISTICS_FIELDS = [
  ...PLACE_FIELDS,
  "altitudeMslMm",
  "altitudeWgs84Mm",
  "altitudeAtoMm",
  "horizontalSpeedMmps",
] as const;

/** A track of a suboperation or a sensor, and the time range to read, both ends inclusive. */
type Window = { readonly track: number; readonly firstMs: number; readonly lastMs: number };
type Place = Pick<OperatorPoint, (typeof PLACE_FIELDS)[number]>;

/** Reads the input of statistics: whole tracks, merged by time, with only the columns that are needed. */
export function createStatisticsReaders(db: ReadableDb) {
  const readUa = createSliceReader<Pick<UaPoint, (typeof UA_STATISTICS_FIELDS)[number]>>(db, {
    ...UA_TABLE,
    fields: UA_STATISTICS_FIELDS,
  });
  const readOperators = createSliceReader<Place>(db, { ...OPERATOR_TABLE, fields: PLACE_FIELDS });
  const readSensors = createSliceReader<Pick<SystemPoint, (typeof PLACE_FIELDS)[number]>>(db, {
    ...SYSTEM_TABLE,
    fields: PLACE_FIELDS,
  });
  const whole = (windows: readonly Window[], signal: AbortSignal) => ({
    windows,
    descending: false,
    grouped: false,
    limit: Infinity,
    offset: 0,
    signal,
  });
  return {
    readUa: (windows: readonly Window[], signal: AbortSignal) => readUa(whole(windows, signal)),
    readOperators: (windows: readonly Window[], signal: AbortSignal) => readOperators(whole(windows, signal)),
    /** Only records with a position. */
    async *readSensors(windows: readonly Window[], signal: AbortSignal): AsyncGenerator<readonly OnTrack<Place>[]> {
      for await (const rows of readSensors(whole(windows, signal))) yield rows.filter(isPlaced);
    },
  };
}

function isPlaced(row: OnTrack<Pick<SystemPoint, keyof Place>>): row is OnTrack<Place> {
  return row.latitudeE7 !== null && row.longitudeE7 !== null;
}
