import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../../contracts/telemetry.ts";
import type { AccessLevel } from "../../contracts/operation-access.ts";
import type { Guarded } from "../../kernel/access.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Bbox } from "../../kernel/geo.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Fix } from "./fusion/fusion.rules.ts";

export type LastTelemetry = {
  readonly ua?: UaTelemetry;
  readonly operator?: OperatorTelemetry;
  readonly system?: SystemTelemetry;
};

/** One suboperation to look for the newest telemetry in. */
export type SuboperationRef = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Where the aircraft was on a stored track. */
export type TrackFixes = {
  /** The newest place at or before a time. */
  readonly findFixUntil: (suboperation: number, timeMs: number) => Fix | undefined;
  /** The first place at or after a time. */
  readonly findFixFrom: (suboperation: number, timeMs: number) => Fix | undefined;
};

/**
 * Copies the records of a track to another one; gives how many it did not have. Inside a transaction, which `confirm` is
 * told of once it is on disk.
 */
export type CopyTrack = (
  from: number,
  into: number,
) => { readonly ua: number; readonly operator: number; readonly confirm: () => void };

/** Bounds of statistics, metres; `null` where there is none. */
export type StatisticsLimits = {
  readonly atoFromM: number | null;
  readonly atoToM: number | null;
  readonly operatorFromM: number | null;
  readonly operatorToM: number | null;
  readonly sensorFromM: number | null;
  readonly sensorToM: number | null;
};

/** What the operations feature needs from telemetry and of its statistics. */
export type OperationsDeps = {
  readonly reader: ReadableDb;
  readonly writer: WritableDb;
  readonly clock: Clock;
  readonly ids: Ids;
  /** What a caller may do with something, and what of it was given by name. */
  readonly accessOf: (caller: Principal, thing: Guarded) => AccessLevel | undefined;
  readonly explicitAccess: (caller: Principal, thing: Guarded) => AccessLevel | undefined;
  readonly trackFixes: TrackFixes;
  readonly copyTrack: CopyTrack;
  /** Suboperations with a point inside the box and the range. */
  readonly tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>;
  /** The newest record of each kind over some suboperations, under the id that the operation is shown with. */
  readonly lastTelemetry: (suboperations: readonly SuboperationRef[], operationId: string) => LastTelemetry;
  /** Those of some sets of suboperations whose statistics reach the limits, in their order; with all telemetry so far. */
  readonly filterWithinLimits: <S extends { readonly suboperations: readonly number[] }>(
    sets: readonly S[],
    limits: StatisticsLimits,
    signal: AbortSignal,
  ) => Promise<readonly S[]>;
};
