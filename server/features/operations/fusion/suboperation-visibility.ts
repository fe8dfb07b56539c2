import type { Clock } from "../../../kernel/clock.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import type { FusionMemory } from "./fusion-memory.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import { updateOperationTimes } from "./operation-fusion.ts";

/** Suboperations that users deleted, restored or made private, while they are in memory. */
export type SuboperationVisibility = {
  readonly excludeSuboperations: (suboperations: ReadonlySet<number>) => void;
  /** Whether it was removed, while records of it may not be on disk yet. */
  readonly isExcluded: (suboperation: SuboperationModel) => boolean;
  readonly restoreSuboperations: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
};

export function createSuboperationVisibility(deps: {
  readonly open: OpenSuboperations;
  readonly memory: FusionMemory;
  readonly load: (operations: readonly number[]) => readonly OperationModel[];
  readonly clock: Clock;
}): SuboperationVisibility {
  const { open, memory, load, clock } = deps;
  const excluded = new WeakSet<SuboperationModel>();

  return {
    excludeSuboperations(suboperations) {
      for (const id of suboperations) {
        const suboperation = open.find(id);
        if (suboperation === undefined) continue;
        const { operation } = suboperation;
        open.remove(suboperation);
        excluded.add(suboperation);
        operation.suboperations.splice(operation.suboperations.indexOf(suboperation), 1);
        memory.release(operation);
        if (operation.suboperations.length === 0) continue;
        updateOperationTimes(operation);
        memory.touch(operation, clock.now());
      }
    },
    isExcluded: (suboperation) => excluded.has(suboperation),
    restoreSuboperations(id) {
      const known = memory.find(id);
      // What is not in memory is loaded from the database when more of it is received.
      if (known === undefined) return;
      for (const suboperation of load([id]).flatMap(({ suboperations }) => suboperations)) {
        if (open.find(suboperation.id) !== undefined) continue;
        suboperation.operation = known;
        known.suboperations.push(suboperation);
        memory.rememberSuboperation(suboperation);
      }
      memory.touch(known, clock.now());
    },
    setPrivate(suboperations, isPrivate) {
      for (const id of suboperations) {
        const suboperation = open.find(id);
        if (suboperation === undefined) continue;
        suboperation.isPrivate = isPrivate;
        memory.touch(suboperation.operation, clock.now());
      }
    },
  };
}
