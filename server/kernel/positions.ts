import type { Viewer } from "./access.ts";
import type { Bbox } from "./geo.ts";
import type { LastPoint, OperatorPoint, UaPoint } from "./telemetry.ts";
import type { TimeRange } from "./time-range.ts";

/** What a map and a list show of an aircraft. */
export const MOTION_FIELDS = [
  "timeMs",
  "operationalState",
  "latitudeE7",
  "longitudeE7",
  "altitudeMslMm",
  "altitudeWgs84Mm",
  "altitudeAglMm",
  "altitudeAtoMm",
  "altitudePressureMm",
  "headingCdeg",
  "horizontalSpeedMmps",
  "verticalSpeedMmps",
] as const satisfies readonly (keyof UaPoint)[];
export type UaMotion = Pick<UaPoint, (typeof MOTION_FIELDS)[number]>;

export const PLACE_FIELDS = ["timeMs", "latitudeE7", "longitudeE7", "sourceType"] as const;
export type OperatorPlace = Pick<OperatorPoint, (typeof PLACE_FIELDS)[number]>;

/** The records of one suboperation in a range, thinned. */
export type PositionTrack = {
  readonly operationId: string;
  readonly sensorId: string;
  readonly points: readonly UaMotion[];
  /** Where the operator was at first, and where that changes. */
  readonly operator: readonly OperatorPlace[];
};

export type SensorTrack = { readonly sensorId: string; readonly places: readonly LastPoint[] };

export type PositionRequest = {
  readonly range: TimeRange;
  /** Only operations with a point inside; everything when null. */
  readonly bbox: Bbox | null;
  /** Minimum time between two records of a track; 0 for every record. */
  readonly spacingMs: number;
  readonly maxRecords: number;
  readonly viewer: Viewer;
  readonly signal: AbortSignal;
};

/** Reads what was flying in a range of time, in the few fields that a replay shows. */
export type ReadPositions = (request: PositionRequest) => Promise<{
  readonly spacingMs: number;
  readonly tracks: readonly PositionTrack[];
  readonly sensors: readonly SensorTrack[];
}>;
