import type { OperatorPoint, UaPoint } from "../telemetry.ts";

/** What a track is of: an aircraft (0) or its operator (1). The numbers are part of the file. */
export const UA_KIND = 0;
export const OPERATOR_KIND = 1;
export type TrackKind = typeof UA_KIND | typeof OPERATOR_KIND;

export type PointOfKind = { readonly [UA_KIND]: UaPoint; readonly [OPERATOR_KIND]: OperatorPoint };

/** A column of a segment. Its number is its place in the list of its kind and is part of the file. */
export type ColumnKind = {
  readonly field: string;
  readonly isText: boolean;
  /** Number of an earlier column whose values are usually close, so that the difference takes fewer bits. */
  readonly reference?: number;
};

export const TIME_COLUMN = 0;

export const UA_COLUMNS = [
  { field: "timeMs", isText: false },
  { field: "timeAccuracyMs", isText: false },
  { field: "ridTimeMs", isText: false, reference: 0 },
  { field: "receivedMs", isText: false, reference: 0 },
  { field: "operationalState", isText: true },
  { field: "latitudeE7", isText: false },
  { field: "longitudeE7", isText: false },
  { field: "horizontalAccuracyMm", isText: false },
  { field: "altitudeMslMm", isText: false },
  { field: "altitudeMslAccuracyMm", isText: false },
  { field: "altitudeWgs84Mm", isText: false, reference: 8 },
  { field: "altitudeWgs84AccuracyMm", isText: false, reference: 9 },
  { field: "altitudeAglMm", isText: false, reference: 8 },
  { field: "altitudeAtoMm", isText: false, reference: 8 },
  { field: "heightAccuracyMm", isText: false },
  { field: "altitudePressureMm", isText: false, reference: 8 },
  { field: "altitudePressureAccuracyMm", isText: false },
  { field: "headingCdeg", isText: false },
  { field: "horizontalSpeedMmps", isText: false },
  { field: "verticalSpeedMmps", isText: false },
  { field: "velocityEastMmps", isText: false },
  { field: "velocityNorthMmps", isText: false },
  { field: "velocityUpMmps", isText: false, reference: 19 },
  { field: "speedAccuracyMmps", isText: false },
  { field: "airPressurePa", isText: false },
  { field: "rssiDbm", isText: false },
] as const satisfies readonly (ColumnKind & { readonly field: keyof UaPoint })[];

export const OPERATOR_COLUMNS = [
  { field: "timeMs", isText: false },
  { field: "timeAccuracyMs", isText: false },
  { field: "receivedMs", isText: false, reference: 0 },
  { field: "latitudeE7", isText: false },
  { field: "longitudeE7", isText: false },
  { field: "horizontalAccuracyMm", isText: false },
  { field: "altitudeType", isText: true },
  { field: "altitudeMm", isText: false },
  { field: "altitudeAccuracyMm", isText: false },
  { field: "sourceType", isText: true },
] as const satisfies readonly (ColumnKind & { readonly field: keyof OperatorPoint })[];

// Compile error when a field of a point has no column.
const complete: [
  Exclude<keyof UaPoint, (typeof UA_COLUMNS)[number]["field"]>,
  Exclude<keyof OperatorPoint, (typeof OPERATOR_COLUMNS)[number]["field"]>,
] extends [never, never]
  ? true
  : never = true;
void complete;

export const COLUMNS: Readonly<Record<TrackKind, readonly ColumnKind[]>> = {
  [UA_KIND]: UA_COLUMNS,
  [OPERATOR_KIND]: OPERATOR_COLUMNS,
};
