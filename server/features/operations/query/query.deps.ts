import type { OperatorTelemetry, SystemTelemetry, UaTelemetry } from "../../../contracts/telemetry.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Bbox } from "../../../kernel/geo.ts";
import type { OnTrack, UaOnMap } from "../../../kernel/telemetry.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { ReadableDb } from "../../../storage/database.ts";

export type LastTelemetry = {
  readonly ua?: UaTelemetry;
  readonly operator?: OperatorTelemetry;
  readonly system?: SystemTelemetry;
};

/** A suboperation whose newest telemetry is searched. */
export type SuboperationRef = {
  readonly suboperation: number;
  readonly sensorId: string;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Bounds of statistics, metres; `null` where there is none. */
export type StatisticsLimits = {
  readonly atoFromM: number | null;
  readonly atoToM: number | null;
  readonly operatorFromM: number | null;
  readonly operatorToM: number | null;
  readonly sensorFromM: number | null;
  readonly sensorToM: number | null;
};

/** The dependencies of listing and getting operations on telemetry and statistics. */
export type OperationQueryDeps = {
  readonly reader: ReadableDb;
  readonly clock: Clock;
  /** Suboperations with a point inside the box and the range. */
  readonly tracksInside: (bbox: Bbox, range: TimeRange) => ReadonlySet<number>;
  /** The newest record of each kind over some suboperations, under the id that the operation is shown with. */
  readonly lastTelemetry: (suboperations: readonly SuboperationRef[], operationId: string) => LastTelemetry;
  /** The tracks of suboperations, one after the other, as a map draws them. */
  readonly readTracks: (
    suboperations: readonly number[],
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<UaOnMap>[]>;
  /** The sets of suboperations whose statistics are within the limits, in their order; over all telemetry so far. */
  readonly filterWithinLimits: <S extends { readonly suboperations: readonly number[] }>(
    sets: readonly S[],
    limits: StatisticsLimits,
    signal: AbortSignal,
  ) => Promise<readonly S[]>;
  /**
   * The greatest distance to the operator of each set of suboperations, metres; `null` where there is none, `undefined`
   * where the statistics contain no distance beyond `limitM`, or are not computed yet.
   */
  readonly findOperatorDistances: (
    sets: readonly { readonly suboperations: readonly number[]; readonly isWarned: boolean }[],
    limitM: number,
  ) => Promise<readonly (number | null | undefined)[]>;
};
