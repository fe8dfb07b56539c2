import type { Alert } from "../../contracts/alerts.ts";
import type { Operation } from "../../contracts/operations.ts";
import type { SourceIntervalState } from "../../contracts/timeline.ts";
import type { Viewer } from "../../kernel/access.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { LastPoint, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";

/** The fields of a record that a replay shows. */
export type Motion = Pick<
  UaPoint,
  | "timeMs"
  | "operationalState"
  | "latitudeE7"
  | "longitudeE7"
  | "altitudeMslMm"
  | "altitudeWgs84Mm"
  | "altitudeAglMm"
  | "altitudeAtoMm"
  | "altitudePressureMm"
  | "headingCdeg"
  | "horizontalSpeedMmps"
  | "verticalSpeedMmps"
>;

export type Track = {
  readonly operationId: string;
  readonly sensorId: string;
  readonly points: readonly Motion[];
  readonly operator: readonly Pick<OperatorPoint, "timeMs" | "latitudeE7" | "longitudeE7" | "sourceType">[];
};

/** What the timeline needs of other features. */
export type TimelineDeps = {
  readonly listSpans: (
    range: TimeRange,
    viewer: Viewer,
    page: { readonly limit: number; readonly signal: AbortSignal },
  ) => Promise<{
    readonly spans: readonly (Pick<Operation, "id" | "ua_identifiers"> & {
      readonly firstMs: number;
      readonly lastMs: number;
      readonly warnings: readonly string[];
    })[];
    readonly isComplete: boolean;
  }>;
  /** The ids of those of some operations that a viewer may read, by number. */
  readonly findReadableIds: (numbers: readonly number[], viewer: Viewer) => ReadonlyMap<number, string>;
  /** Notes by the time they were written, whoever may read them. */
  readonly listNotes: (
    range: TimeRange,
    limit: number,
  ) => readonly { readonly operation: number; readonly note: string; readonly writtenMs: number }[];
  /** Alerts that went on in a time, newest first, as far as the caller may see them. */
  readonly listAlerts: (range: TimeRange, limit: number, caller: Principal) => Promise<readonly Alert[]>;
  readonly listSourceIntervals: (
    range: TimeRange,
    limit: number,
  ) => readonly {
    readonly sourceId: string;
    readonly name: string;
    readonly state: SourceIntervalState;
    readonly fromMs: number;
    readonly untilMs: number;
  }[];
  readonly readPositions: (request: {
    readonly range: TimeRange;
    readonly bbox: Bbox | null;
    readonly spacingMs: number;
    readonly maxRecords: number;
    readonly viewer: Viewer;
    readonly signal: AbortSignal;
  }) => Promise<{
    readonly spacingMs: number;
    readonly tracks: readonly Track[];
    readonly sensors: readonly { readonly sensorId: string; readonly places: readonly LastPoint[] }[];
  }>;
};
