import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** Suboperations that the station has taken out of an operation, because their positions contradict its others. */
export type Separation = {
  readonly suboperations: readonly {
    readonly suboperation: SuboperationModel;
    /** Why it belonged to the operation, and the confidence in it. */
    readonly before: Pick<SuboperationModel, "linkReason" | "linkConfidence" | "isPinned">;
  }[];
  readonly from: OperationModel;
  readonly into: OperationModel;
  /** How far apart they were at once, at most. */
  readonly distanceM: number;
};

/** Writes the separation into the history of both operations; inside the transaction that moves the suboperations. */
export type RecordSeparation = (separation: Separation) => void;
