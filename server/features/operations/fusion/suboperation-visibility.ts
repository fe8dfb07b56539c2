import { fitTimes } from "./operation-fusion.ts";
import type { OpenSuboperations } from "./open-suboperations.index.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";

/** Suboperations that somebody removed, brought back or hid, while they are in memory. */
export type SuboperationVisibility = {
  readonly excludeSuboperations: (suboperations: ReadonlySet<number>) => void;
  /** Left out, while records may still be on their way to disk. */
  readonly isExcluded: (suboperation: SuboperationModel) => boolean;
  readonly restoreSuboperations: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
};

export function createSuboperationVisibility(deps: {
  readonly open: OpenSuboperations;
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that may have no suboperations left. */
  readonly leave: (operation: OperationModel) => void;
  readonly findInMemory: (operation: number) => OperationModel | undefined;
  readonly load: (operations: readonly number[]) => readonly OperationModel[];
  readonly rememberSuboperation: (suboperation: SuboperationModel) => void;
}): SuboperationVisibility {
  const { open, touch, leave, findInMemory, load, rememberSuboperation } = deps;
  const excludedSuboperations = new WeakSet<SuboperationModel>();

  return {
    excludeSuboperations(suboperations) {
      for (const id of suboperations) {
        const suboperation = open.find(id);
        if (suboperation === undefined) continue;
        const { operation } = suboperation;
        open.remove(suboperation);
        excludedSuboperations.add(suboperation);
        operation.suboperations.splice(operation.suboperations.indexOf(suboperation), 1);
        leave(operation);
        if (operation.suboperations.length === 0) continue;
        fitTimes(operation);
        touch(operation);
      }
    },
    isExcluded: (suboperation) => excludedSuboperations.has(suboperation),
    restoreSuboperations(id) {
      const known = findInMemory(id);
      // What is not in memory is found in the database when it is heard of.
      if (known === undefined) return;
      for (const suboperation of load([id]).flatMap(({ suboperations }) => suboperations)) {
        if (open.find(suboperation.id) !== undefined) continue;
        suboperation.operation = known;
        known.suboperations.push(suboperation);
        rememberSuboperation(suboperation);
      }
      touch(known);
    },
    setPrivate(suboperations, isPrivate) {
      for (const id of suboperations) {
        const suboperation = open.find(id);
        if (suboperation === undefined) continue;
        suboperation.isPrivate = isPrivate;
        touch(suboperation.operation);
      }
    },
  };
}
