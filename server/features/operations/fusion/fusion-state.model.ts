import type { Declared, Sighting, Warning } from "../../../kernel/sighting.ts";
import type { UaPoint } from "../../../kernel/telemetry.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { Contradiction } from "./merge-contradiction.ts";
import type { AddedRecords } from "./pending-writes.ts";
import type { ManualPlacement } from "./suboperation-placement.ts";

/** An account's flight at its start, or when it is planned. */
export type FlightOpening = {
  /** Id of the flight and of its operation. */
  readonly uuid: string;
  readonly ownerId: string;
  readonly isPrivate: boolean;
  readonly plan: SuboperationModel["plan"];
  readonly aircraft: SuboperationModel["aircraft"];
  readonly sensorId: string;
  readonly sourceType: "direct" | "import";
  readonly declared: Declared;
  readonly timeMs: number;
};

/** What another station received of one aircraft, as that station sent it. */
export type ForeignSuboperation = Pick<
  SuboperationModel,
  "uuid" | "sensorId" | "technology" | "sourceType" | "transmitter" | "declared"
> & {
  readonly origin: string;
  readonly sender: string | null;
  /** Id of its operation there, where it is free here. */
  readonly operationUuid: string | null;
};

/**
 * The fusion's memory, and the changes to it. Suboperations and operations are identified by their database numbers.
 */
export type FusionState = {
  /**
   * The suboperation a sighting belongs to, opened when it is new; `undefined` when the sighting carries no telemetry
   * and there is no suboperation that it could add to.
   */
  readonly assign: (sighting: Sighting) => SuboperationModel | undefined;
  /** Opens a suboperation of another station, with the first sighting that is received of it. */
  readonly openForeign: (head: ForeignSuboperation, sighting: Sighting) => SuboperationModel;
  /** Adds a further sighting to it. */
  readonly receive: (suboperation: SuboperationModel, sighting: Sighting) => SuboperationModel;
  /**
   * Loads operations that share a name with it within a time, or were near it; decides again about all of it with the
   * next save.
   */
  readonly reconsider: (suboperation: SuboperationModel, range: TimeRange, near: readonly number[]) => void;
  /** Updates the declarations of another station's suboperation, without its telemetry. */
  readonly redeclare: (
    suboperation: SuboperationModel,
    head: Pick<ForeignSuboperation, "transmitter" | "declared">,
    warnings: readonly Warning[],
  ) => void;
  /** The suboperation that one has been merged into since it was assigned; usually itself. */
  readonly current: (suboperation: SuboperationModel) => SuboperationModel;
  /**
   * Writes what has changed and the records that each suboperation gained; inside the transaction that stored them.
   * Call the returned function once that is on disk. `isEverythingSaved`: no records wait any more, so decisions that
   * were made without waiting records are made again.
   */
  readonly save: (gained: ReadonlyMap<SuboperationModel, AddedRecords>, isEverythingSaved?: boolean) => () => void;
  /** Whether a decision remains for the next save when no records wait any more. */
  readonly hasUndecided: () => boolean;
  /** Removes a suboperation that has become part of another; decisions that included it are made again. */
  readonly excludeMerged: (suboperation: number) => void;
  /** Removes suboperations that were deleted: what is received from now on is another operation. */
  readonly excludeSuboperations: (suboperations: ReadonlySet<number>) => void;
  /** Adds suboperations of an operation again that were restored in the database. */
  readonly restoreSuboperations: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
  /** Operations by their numbers, loaded into memory where they are not there; merged ones are empty. */
  readonly loadOperations: (operations: readonly number[]) => readonly OperationModel[];
  /** Why operations, which are in memory, contradict being one aircraft. */
  readonly findContradiction: (operations: readonly OperationModel[]) => Contradiction | undefined;
  /** A new operation, for suboperations that are placed in it next. */
  readonly openOperation: (timeMs: number) => OperationModel;
  /** The operation of an account's flight, with the suboperation for its telemetry; to be saved next. */
  readonly openFlight: (flight: FlightOpening) => SuboperationModel;
  /** Adds a point of such telemetry, which is not on disk yet. */
  readonly extend: (suboperation: SuboperationModel, point: UaPoint) => void;
  readonly setFlight: (suboperation: number, flight: Pick<SuboperationModel, "plan" | "aircraft">) => void;
  /** Places suboperations as a person decided; to be saved next. The returned function undoes that. */
  readonly place: (placements: readonly ManualPlacement[]) => () => void;
  /** Operations that changed since the last call; of more than `atMost` those that were changed first. */
  readonly drainChanged: (atMost?: number) => readonly OperationModel[];
  /** The number of changed operations. */
  readonly countChanged: () => number;
};
