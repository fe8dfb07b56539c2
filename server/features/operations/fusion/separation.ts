import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** Suboperations that the station has taken out of an operation, because their positions contradict its others. */
export type Separation = {
  readonly suboperations: readonly {
    readonly suboperation: SuboperationModel;
    /** Its former link reason and confidence. */
    readonly before: Pick<SuboperationModel, "linkReason" | "linkConfidence" | "isPinned">;
  }[];
  readonly from: OperationModel;
  readonly into: OperationModel;
  /** Their largest distance at the same time. */
  readonly distanceM: number;
};

/** Writes the separation into the history of both operations; inside the transaction that moves the suboperations. */
export type RecordSeparation = (separation: Separation) => void;
