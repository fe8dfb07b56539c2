import type { LinkReason } from "../../../contracts/operations.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import { updateOperationTimes, moveSuboperation } from "./operation-fusion.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** The operation in which a person places a suboperation, and whether it is pinned there. */
export type ManualPlacement = {
  readonly suboperation: SuboperationModel;
  readonly operation: OperationModel;
  readonly reason: LinkReason;
  readonly confidence: number;
  readonly isPinned: boolean;
};

/** Places suboperations as a person decided, in memory; the returned function undoes that. */
export function createSuboperationPlacement(deps: {
  readonly pendingWrites: PendingWrites;
  readonly memory: FusionMemory;
  readonly clock: Clock;
  /** Receives the suboperations that the fusion placed beside those, and may now place elsewhere. */
  readonly unfused: Set<SuboperationModel>;
}): (placements: readonly ManualPlacement[]) => () => void {
  const { pendingWrites, memory, clock, unfused } = deps;

  function put(placements: readonly ManualPlacement[]): void {
    const touched = new Set(placements.flatMap(({ suboperation, operation }) => [suboperation.operation, operation]));
    for (const { suboperation, operation, reason, confidence, isPinned } of placements) {
      if (suboperation.operation !== operation) moveSuboperation(suboperation, operation);
      suboperation.linkReason = reason;
      suboperation.linkConfidence = confidence;
      suboperation.isPinned = isPinned;
      pendingWrites.noteWhole(suboperation);
      // What was near when it began may have contradicted that since.
      if (!isPinned && reason === "continuity") unfused.add(suboperation);
    }
    const placed = new Set(placements.map(({ suboperation }) => suboperation));
    for (const operation of touched) {
      if (operation.suboperations.length === 0) {
        memory.release(operation);
        pendingWrites.discard(operation);
        continue;
      }
      updateOperationTimes(operation);
      memory.touch(operation, clock.now());
      for (const one of operation.suboperations) if (!placed.has(one) && !one.isPinned) unfused.add(one);
    }
  }

  return (placements) => {
    const before = placements.map(({ suboperation }) => ({
      suboperation,
      operation: suboperation.operation,
      reason: suboperation.linkReason,
      confidence: suboperation.linkConfidence,
      isPinned: suboperation.isPinned,
    }));
    put(placements);
    return () => put(before);
  };
}
