import { OPERATOR_FIELDS } from "../../kernel/track-segment/operator-points.ts";
import { UA_MAP_FIELDS } from "../../kernel/track-segment/ua-map-points.ts";
import { UA_PLACE_FIELDS } from "../../kernel/track-segment/ua-place-points.ts";
import { UA_FIELDS } from "../../kernel/track-segment/ua-points.ts";
import { OPERATOR_KIND, UA_KIND, type TrackKind } from "../../kernel/track-segment/segment-columns.ts";
import { columnOf } from "../../storage/tracks/track-tables.ts";
import type {
  OnTrack,
  OperatorPoint,
  Exported,
  SystemPoint,
  UaOnMap,
  UaPoint,
  InternalField,
} from "../../kernel/telemetry.ts";

/** The order is that of the tables. */
export const SYSTEM_FIELDS = [
  "timeMs",
  "timeAccuracyMs",
  "receivedMs",
  "systemType",
  "systemStatus",
  "latitudeE7",
  "longitudeE7",
  "horizontalAccuracyMm",
  "altitudeType",
  "altitudeMm",
  "altitudeAccuracyMm",
  "powerType",
  "inputMillivolts",
  "chargePercent",
  "isCharging",
  "lteStatus",
  "lteRsrqDb",
  "lteRsrpDbm",
  "lteSnrDb",
  "lteTac",
  "lteCellId",
  "gnssStatus",
  "gnssSatellites",
] as const satisfies readonly (keyof SystemPoint)[];

// Compile error when a field of a point is missing in one of the lists above.
type Missing<P, F extends readonly (keyof P)[]> = Exclude<keyof P, F[number]>;
const complete: [
  Missing<UaPoint, typeof UA_FIELDS>,
  Missing<UaOnMap, typeof UA_MAP_FIELDS>,
  Missing<OperatorPoint, typeof OPERATOR_FIELDS>,
  Missing<SystemPoint, typeof SYSTEM_FIELDS>,
] extends [never, never, never, never]
  ? true
  : never = true;
void complete;

/** One of the three clustered tables, with the column that names the track. */
export type TrackTable = {
  readonly name: "ua_track" | "operator_track" | "system_track";
  readonly trackColumn: "suboperation" | "sensor";
  /** The kind of packed tracks; `null` where all points stay rows. */
  readonly kind: TrackKind | null;
  readonly fields: readonly string[];
};

export const UA_TABLE: TrackTable = {
  name: "ua_track",
  trackColumn: "suboperation",
  kind: UA_KIND,
  fields: UA_FIELDS,
};
/** The same table with the fields of the map formats only. */
export const UA_MAP_TABLE: TrackTable = { ...UA_TABLE, fields: UA_MAP_FIELDS };
/** The same with time and place only. */
export const UA_PLACE_TABLE: TrackTable = { ...UA_TABLE, fields: UA_PLACE_FIELDS };
export const OPERATOR_TABLE: TrackTable = {
  name: "operator_track",
  trackColumn: "suboperation",
  kind: OPERATOR_KIND,
  fields: OPERATOR_FIELDS,
};
export const SYSTEM_TABLE: TrackTable = {
  name: "system_track",
  trackColumn: "sensor",
  kind: null,
  fields: SYSTEM_FIELDS,
};

const INTERNAL_FIELDS: Readonly<Record<InternalField, true>> = { ridTimeMs: true, receivedMs: true, rssiDbm: true };

/** A table without the columns that are not exported. */
export function exportedColumnsOf(table: TrackTable): TrackTable {
  return { ...table, fields: table.fields.filter((field) => !(field in INTERNAL_FIELDS)) };
}

/** A row of `system_track`: SQLite has no booleans. */
export type SystemRow = RowOf<SystemPoint>;
export type ExportedSystemRow = RowOf<Exported<SystemPoint>>;
type RowOf<P> = Omit<OnTrack<P>, "isCharging"> & { readonly isCharging: 0 | 1 | null };

export function isTrue(value: 0 | 1 | null): boolean | null {
  return value === null ? null : value === 1;
}

/** Selects the track column as `track` and the others under their field names. */
export function selectedColumns(table: TrackTable): string {
  const columns = table.fields.map((field) => `${columnOf(field)} AS ${field}`);
  return [`${table.trackColumn} AS track`, ...columns].join(", ");
}
