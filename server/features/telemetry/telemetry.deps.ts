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
};

/** What the telemetry feature needs from the operations: which tracks belong to an answer. */
export type TelemetryDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  /** Largest `bbox` of a list, square kilometres. */
  readonly largestBboxKm2: number;
  /** Tracks of an operation or suboperation; `globalize` unset lets the id decide. Empty when there is none. */
  readonly tracksOfOperation: (operationId: string, globalize: boolean | null) => readonly Track[];
  /** Tracks whose aircraft declared this identifier, overlapping the range. */
  readonly tracksOfIdentifier: (uasId: string, range: TimeRange) => readonly Track[];
  /** The given tracks; with `wholeOperations` also the others of their operations. */
  readonly tracksByNumber: (suboperations: ReadonlySet<number>, wholeOperations: boolean) => readonly Track[];
  /** Tracks that a caller has access to by name, without what is public; `null` for all. */
  readonly explicitTracks: (caller: Principal) => ReadonlySet<number> | null;
};
