import type { LinkReason } from "../../../contracts/operations.ts";
import { fitTimes, moveSuboperation } from "./operation-fusion.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** Where a person puts a suboperation, and whether it is to stay there. */
export type ManualPlacement = {
  readonly suboperation: SuboperationModel;
  readonly operation: OperationModel;
  readonly reason: LinkReason;
  readonly confidence: number;
  readonly isPinned: boolean;
};

/** Puts suboperations where a person says, in memory; the returned function takes that back. */
export function createSuboperationPlacement(deps: {
  readonly pendingWrites: PendingWrites;
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that is left without suboperations. */
  readonly leave: (operation: OperationModel) => void;
  /** Told of suboperations that the station has put beside those, and may put elsewhere. */
  readonly reconsider: (suboperation: SuboperationModel) => void;
}): (placings: readonly ManualPlacement[]) => () => void {
  const { pendingWrites, touch, leave, reconsider } = deps;

  function put(placings: readonly ManualPlacement[]): void {
    const touched = new Set(placings.flatMap(({ suboperation, operation }) => [suboperation.operation, operation]));
    for (const { suboperation, operation, reason, confidence, isPinned } of placings) {
      if (suboperation.operation !== operation) moveSuboperation(suboperation, operation);
      suboperation.linkReason = reason;
      suboperation.linkConfidence = confidence;
      suboperation.isPinned = isPinned;
      pendingWrites.noteWhole(suboperation);
    }
    const placed = new Set(placings.map(({ suboperation }) => suboperation));
    for (const operation of touched) {
      if (operation.suboperations.length === 0) {
        leave(operation);
        continue;
      }
      fitTimes(operation);
      touch(operation);
      for (const one of operation.suboperations) if (!placed.has(one) && !one.isPinned) reconsider(one);
    }
  }

  return (placings) => {
    const before = placings.map(({ suboperation }) => ({
      suboperation,
      operation: suboperation.operation,
      reason: suboperation.linkReason,
      confidence: suboperation.linkConfidence,
      isPinned: suboperation.isPinned,
    }));
    put(placings);
    return () => put(before);
  };
}
