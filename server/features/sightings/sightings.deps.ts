import type { Viewer } from "../../kernel/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Declared, Sighting, Warning } from "../../kernel/sighting.ts";
import type { HourSummary, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { WritableDb } from "../../storage/database.ts";

/** The declarations of a suboperation, without telemetry. */
type Head = {
  readonly uuid: string;
  readonly sensorId: string;
  readonly technology: string;
  readonly sourceType: Sighting["sourceType"];
  readonly transmitter: string | null;
  readonly declared: Declared;
};

/** A suboperation in the form that other stations receive. */
export type SharedSuboperation = {
  readonly suboperation: Head & {
    readonly id: number;
    readonly origin: string | null;
    readonly lastMs: number;
    readonly operation: { readonly uuid: string };
    readonly warnings: readonly Warning[];
  };
  readonly merged: readonly string[];
};

/** Telemetry of a suboperation that another station sent. */
export type ForeignSightings = {
  readonly head: Head & { readonly origin: string; readonly sender: string | null; readonly operationUuid: string };
  readonly warnings: readonly Warning[];
  /** Ids of suboperations that are part of it now. */
  readonly merged: readonly string[];
  /** In order of time. */
  readonly sightings: readonly Sighting[];
};

/** What this station has stored under the id of a suboperation. */
export type Found =
  | { readonly kind: "unknown" | "own" | "deleted" | "merged" }
  | { readonly kind: "received"; readonly number: number; readonly lastMs: number; readonly sender: string | null };

type Window = {
  readonly limit: number;
  readonly offset: number;
  readonly isDescending: boolean;
  readonly firstMs: number;
  readonly lastMs: number;
};

export type SightingsDeps = {
  readonly db: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Resolves when everything received so far is on disk. */
  readonly committed: () => Promise<void>;
  readonly find: (uuid: string) => Found;
  /** Stores them as if received here; resolves when they are on disk, with the number of the suboperation. */
  readonly record: (received: ForeignSightings) => Promise<number | undefined>;
  readonly changes: {
    readonly list: (
      afterSeq: number,
      limit: number,
      viewer: Viewer,
    ) => readonly {
      readonly seq: number;
      readonly uuid: string;
      readonly operationId: string;
      readonly sensorId: string;
      readonly origin: string | null;
      readonly technology: string;
      readonly firstMs: number;
      readonly lastMs: number;
      readonly records: number;
      readonly operatorRecords: number;
      readonly isPrivate: number;
      readonly declared: string;
    }[];
    readonly lastSeq: () => number;
    /** What this station's own receivers received, if it is public. */
    readonly findSendable: (uuid: string) => SharedSuboperation | undefined;
    /** The same, also of what other stations sent here. */
    readonly findPublic: (uuid: string) => SharedSuboperation | undefined;
  };
  readonly tracks: {
    readonly listHours: (suboperation: number, range: TimeRange) => Promise<readonly HourSummary[]>;
    readonly countUntil: (suboperation: number, untilMs: number) => number;
    readonly readUa: (suboperation: number, window: Window, signal: AbortSignal) => AsyncIterable<readonly UaPoint[]>;
    readonly readOperator: (
      suboperation: number,
      window: Window,
      signal: AbortSignal,
    ) => AsyncIterable<readonly OperatorPoint[]>;
  };
};
