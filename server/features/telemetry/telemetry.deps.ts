import type { Viewer } from "../../kernel/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A suboperation's track: the row id its points are stored under, and the ids that its records carry. */
export type Track = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly operationId: string;
  readonly suboperationId: string;
  readonly firstMs: number;
  readonly lastMs: number;
  /** Number of aircraft records. */
  readonly recordCount: number;
};

/** The dependencies on operations: which tracks belong to a response. */
export type TelemetryDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  /** Largest `bbox` of a list, square kilometres. */
  readonly maxBboxKm2: number;
  /**
   * Tracks of an operation or suboperation that the viewer can read, or none; if `globalize` is null, the kind of the
   * id decides.
   */
  readonly tracksOfOperation: (operationId: string, globalize: boolean | null, viewer: Viewer) => readonly Track[];
  /** Readable tracks in the range whose aircraft declared this identifier. */
  readonly tracksOfIdentifier: (uasId: string, range: TimeRange, viewer: Viewer) => readonly Track[];
  /**
   * The readable ones of the given tracks; with `wholeOperations` also the other readable tracks of their operations.
   */
  readonly tracksByNumber: (
    suboperations: ReadonlySet<number>,
    wholeOperations: boolean,
    viewer: Viewer,
  ) => readonly Track[];
  /** The times of the states that the device on board reported, for the track of an account's flight. */
  readonly stateTimesOf: (suboperation: number) => Pick<Track, "firstMs" | "lastMs"> | undefined;
  /** Whether a caller has explicit access to suboperations of the station. */
  readonly hasStationAccess: (caller: Principal) => boolean;
};
