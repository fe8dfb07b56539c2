import type { Viewer } from "../../kernel/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A suboperation as telemetry knows it: the number its points are stored under and the ids records carry. */
export type Track = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Records of the aircraft. */
  readonly recordCount: number;
};

/** What the telemetry feature needs from the operations: which tracks belong to an answer. */
export type TelemetryDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  /** Largest `bbox` of a list, square kilometres. */
  readonly maxBboxKm2: number;
  /** Tracks of an operation or suboperation that the viewer may read; `globalize` unset lets the id decide. Empty when there is none. */
  readonly tracksOfOperation: (operationId: string, globalize: boolean | null, viewer: Viewer) => readonly Track[];
  /** Readable tracks whose aircraft declared this identifier, overlapping the range. */
  readonly tracksOfIdentifier: (uasId: string, range: TimeRange, viewer: Viewer) => readonly Track[];
  /** Those of the given tracks that may be read; with `wholeOperations` also the others of their operations. */
  readonly tracksByNumber: (
    suboperations: ReadonlySet<number>,
    wholeOperations: boolean,
    viewer: Viewer,
  ) => readonly Track[];
  /** Whether a caller has access by name to what belongs to the station. */
  readonly hasStationAccess: (caller: Principal) => boolean;
};
