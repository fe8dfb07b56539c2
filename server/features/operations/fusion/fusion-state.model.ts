import type { Declared, Sighting } from "../../../kernel/sighting.ts";
import type { UaPoint } from "../../../kernel/telemetry.ts";
import type { ManualPlacement } from "./suboperation-placement.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { AddedRecords } from "./pending-writes.ts";

/** A flight of an account as it begins, or is planned. */
export type FlightOpening = {
  /** Id of the flight, which is that of its operation. */
  readonly uuid: string;
  readonly ownerId: string;
  readonly isPrivate: boolean;
  readonly plan: SuboperationModel["plan"];
  readonly sensorId: string;
  readonly sourceType: "direct" | "import";
  readonly declared: Declared;
  readonly timeMs: number;
};

export type FusionState = {
  /**
   * The suboperation a sighting belongs to, opened when it is new; `undefined` when the sighting carries no telemetry
   * and nothing is open that it could add to.
   */
  readonly assign: (sighting: Sighting) => SuboperationModel | undefined;
  /** The suboperation that one has become part of since it was assigned, most often itself. */
  readonly current: (suboperation: SuboperationModel) => SuboperationModel;
  /**
   * Writes what has changed and the records that each suboperation gained; inside the transaction that stored them.
   * The returned function confirms it once that is on disk.
   */
  readonly save: (gained: ReadonlyMap<SuboperationModel, AddedRecords>) => () => void;
  /** Leaves suboperations out that were removed: what is heard from now on is another flight. */
  readonly excludeSuboperations: (suboperations: ReadonlySet<number>) => void;
  /** Takes back suboperations of an operation that were left out and are in the database again. */
  readonly restoreSuboperations: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
  /** Operations by their numbers, into memory where they are not there; those that are part of others are empty. */
  readonly loadOperations: (operations: readonly number[]) => readonly OperationModel[];
  /** A new operation, for suboperations that are put into it next. */
  readonly openOperation: (timeMs: number) => OperationModel;
  /** The operation of a flight of an account, with the suboperation for its telemetry; to be saved next. */
  readonly openFlight: (flight: FlightOpening) => SuboperationModel;
  /** Takes a point of such telemetry into account, which is on its way to the disk. */
  readonly extend: (suboperation: SuboperationModel, point: UaPoint) => void;
  readonly setPlan: (suboperation: number, plan: SuboperationModel["plan"]) => void;
  /** Puts suboperations where a person says; to be saved next. The returned function takes that back. */
  readonly place: (placings: readonly ManualPlacement[]) => () => void;
  /** Operations that changed since the last call. */
  readonly drainChanged: () => readonly OperationModel[];
};
