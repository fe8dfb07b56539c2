import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** How a purge removes what another feature stores for suboperations and operations. */
export type PurgeParticipant = {
  /** Removes at most `maxRows` rows of a hidden suboperation; returns the number removed, 0 when none are left. */
  readonly removeOfSuboperation?: (suboperation: number, maxRows: number) => number;
  /** Removes the rows of an operation without suboperations. */
  readonly removeOfOperation?: (operation: number) => void;
  /** Removes at most `maxRows` rows that belong to no operation and ended before a time; returns the number removed. */
  readonly removeBefore?: (beforeMs: number, maxRows: number) => number;
  /** The given operations that must be kept regardless of their age. */
  readonly listKept?: (operations: readonly number[]) => readonly number[];
};

export type EndedOperation = {
  readonly operation: number;
  readonly lastMs: number;
  /** When it was last written, Unix milliseconds. */
  readonly updatedMs: number;
  readonly suboperations: number;
  readonly records: number;
};

export type DeletedSuboperation = {
  readonly suboperation: number;
  readonly operation: number;
  readonly records: number;
};

export type RetentionDeps = {
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly participants: readonly PurgeParticipant[];
  readonly operations: {
    /** Operations whose telemetry ended before a time, oldest first, starting after a given one. */
    readonly listEnded: (
      beforeMs: number,
      after: Pick<EndedOperation, "lastMs" | "operation"> | null,
      max: number,
    ) => readonly EndedOperation[];
    /** Suboperations that were deleted at or before a time. */
    readonly listDeleted: (untilMs: number, max: number) => readonly DeletedSuboperation[];
    /** The number of all aircraft records that take space, of deleted suboperations too. */
    readonly countRecords: () => number;
    /** Permanently hides operations from all responses before their rows are removed. */
    readonly hide: (operations: readonly number[]) => void;
    /** Removes the row of a suboperation without further data; also returns whether its operation is now empty. */
    readonly removeSuboperation: (suboperation: number) => { readonly operation: number; readonly isEmpty: boolean };
    readonly removeOperation: (operation: number) => void;
    /** Time ranges in which a sensor received suboperations that still exist, within a range. */
    readonly listSensorTimes: (sensorId: string, range: TimeRange) => readonly TimeRange[];
  };
  readonly sensors: {
    readonly list: () => readonly string[];
    /**
     * Removes the system telemetry of a sensor between two times (both exclusive), except in the ranges to keep.
     * Examines at most `maxRows` records and returns the time of the last one, from which to continue; `null` when
     * there are no more.
     */
    readonly removeOf: (
      sensorId: string,
      between: { readonly afterMs: number; readonly beforeMs: number },
      rangesToKeep: (range: TimeRange) => readonly TimeRange[],
      maxRows: number,
    ) => { readonly removed: number; readonly lastMs: number | null };
  };
  /** Resolves when everything received so far is on disk. */
  readonly settled: () => Promise<void>;
  /** Size of the recordings that were uploaded for sources, bytes. */
  readonly uploadedBytes: () => number;
  /** Free space on the disk of the recording, bytes; `null` when the operating system does not report it. */
  readonly freeBytes: () => number | null;
  /** Frees the space that a purge needs to record what it removes, where the disk is full. */
  readonly makeRoom: () => void;
  readonly recordAudit: RecordAudit;
};
