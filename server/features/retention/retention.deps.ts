import type { RecordAudit } from "../../kernel/audit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** What a feature stores beside the recording, said by the feature itself: a purge takes all of it along. */
export type PurgeParticipant = {
  /** Removes at most so many rows of a suboperation that nobody sees any more; none are left when it removes none. */
  readonly removeOfSuboperation?: (suboperation: number, maxRows: number) => number;
  /** Removes what belongs to an operation that has no suboperation any more. */
  readonly removeOfOperation?: (operation: number) => void;
  /** Those of some operations that are kept, however old they are. */
  readonly listKept?: (operations: readonly number[]) => readonly number[];
};

export type EndedOperation = {
  readonly operation: number;
  readonly lastMs: number;
  /** When something of it was stored last. */
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
    /** Operations whose telemetry ended before a time, the oldest first, after one of that list. */
    readonly listEnded: (
      beforeMs: number,
      after: Pick<EndedOperation, "lastMs" | "operation"> | null,
      most: number,
    ) => readonly EndedOperation[];
    /** Suboperations that were removed at or before a time. */
    readonly listRemoved: (untilMs: number, most: number) => readonly DeletedSuboperation[];
    /** Takes operations out of every answer for good, ahead of their rows. */
    readonly hide: (operations: readonly number[]) => void;
    /** Removes the row of a suboperation of which nothing else is left, and gives whether its operation is empty now. */
    readonly removeSuboperation: (suboperation: number) => { readonly operation: number; readonly isEmpty: boolean };
    readonly removeOperation: (operation: number) => void;
    /** When a sensor saw what is still there, inside a range. */
    readonly listSensorTimes: (sensorId: string, range: TimeRange) => readonly TimeRange[];
  };
  readonly sensors: {
    readonly list: () => readonly string[];
    /**
     * Removes what a sensor said of itself between two times (both exclusive), but for some ranges: looks at so many
     * records at most, and gives the time of the last, which is where to go on; `null` when there are no more.
     */
    readonly removeOf: (
      sensorId: string,
      between: { readonly afterMs: number; readonly beforeMs: number },
      kept: (range: TimeRange) => readonly TimeRange[],
      maxRows: number,
    ) => { readonly removed: number; readonly lastMs: number | null };
  };
  /** Resolves when everything heard so far is on disk, and nothing of it waits to be written. */
  readonly settled: () => Promise<void>;
  /** What is free where the recording is; `null` where the system does not say. */
  readonly freeBytes: () => number | null;
  readonly recordAudit: RecordAudit;
};
