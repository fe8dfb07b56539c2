import type { Declared, Sighting, Warning } from "../../../kernel/sighting.ts";
import type { UaPoint } from "../../../kernel/telemetry.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { Contradiction } from "./merge-contradiction.ts";
import type { AddedRecords } from "./pending-writes.ts";
import type { ManualPlacement } from "./suboperation-placement.ts";

/** An account's flight as it begins, or is planned. */
export type FlightOpening = {
  /** Id of the flight, which its operation gets too. */
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

/** What another station received of one aircraft, as it says. */
export type ForeignSuboperation = Pick<
  SuboperationModel,
  "uuid" | "sensorId" | "technology" | "sourceType" | "transmitter" | "declared"
> & {
  readonly origin: string;
  readonly sender: string | null;
  /** Id of its operation there, where it is free here. */
  readonly operationUuid: string | null;
};

/** The fusion's memory, and what may be done to it. Suboperations and operations are named by their database numbers. */
export type FusionState = {
  /**
   * The suboperation a sighting belongs to, opened when it is new; `undefined` when the sighting carries no telemetry
   * and there is no suboperation that it could add to.
   */
  readonly assign: (sighting: Sighting) => SuboperationModel | undefined;
  /** Opens a suboperation of another station, with the first sighting that is received of it. */
  readonly openForeign: (head: ForeignSuboperation, sighting: Sighting) => SuboperationModel;
  /** Takes up a further sighting of it. */
  readonly receive: (suboperation: SuboperationModel, sighting: Sighting) => SuboperationModel;
  /**
   * Loads what shares a name with it within a time, and operations that were near it; decides about all of it with the
   * next save.
   */
  readonly reconsider: (suboperation: SuboperationModel, range: TimeRange, near: readonly number[]) => void;
  /** Takes up what another station knows by now of a suboperation, beside its telemetry. */
  readonly redeclare: (
    suboperation: SuboperationModel,
    head: Pick<ForeignSuboperation, "transmitter" | "declared">,
    warnings: readonly Warning[],
  ) => void;
  /** The suboperation that one has been merged into since it was assigned; most often itself. */
  readonly current: (suboperation: SuboperationModel) => SuboperationModel;
  /**
   * Writes what has changed and the records that each suboperation gained; inside the transaction that stored them.
   * The returned function is to be called once that is on disk. `isEverythingSaved` when no records wait any more: what
   * was decided without those that waited is decided again.
   */
  readonly save: (gained: ReadonlyMap<SuboperationModel, AddedRecords>, isEverythingSaved?: boolean) => () => void;
  /** Whether something is left to be decided with the next save when no records wait any more. */
  readonly hasUndecided: () => boolean;
  /** Leaves out a suboperation that has become part of another; what was decided together with it is decided again. */
  readonly excludeMerged: (suboperation: number) => void;
  /** Leaves out suboperations that were deleted: what is received from now on is another operation. */
  readonly excludeSuboperations: (suboperations: ReadonlySet<number>) => void;
  /** Takes suboperations of an operation back in that were restored in the database. */
  readonly restoreSuboperations: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
  /** Operations by their numbers, loaded into memory where they are not there; merged ones are empty. */
  readonly loadOperations: (operations: readonly number[]) => readonly OperationModel[];
  /** Why operations, which are in memory, can hardly be one aircraft's. */
  readonly findContradiction: (operations: readonly OperationModel[]) => Contradiction | undefined;
  /** A new operation, for suboperations that are placed in it next. */
  readonly openOperation: (timeMs: number) => OperationModel;
  /** The operation of an account's flight, with the suboperation for its telemetry; to be saved next. */
  readonly openFlight: (flight: FlightOpening) => SuboperationModel;
  /** Takes up a point of such telemetry, which is on its way to the disk. */
  readonly extend: (suboperation: SuboperationModel, point: UaPoint) => void;
  readonly setFlight: (suboperation: number, flight: Pick<SuboperationModel, "plan" | "aircraft">) => void;
  /** Puts suboperations where a person decided; to be saved next. The returned function takes that back. */
  readonly place: (placements: readonly ManualPlacement[]) => () => void;
  /** Operations that changed since the last call; of more than `atMost` those that were changed first. */
  readonly drainChanged: (atMost?: number) => readonly OperationModel[];
  /** How many there are. */
  readonly countChanged: () => number;
};
