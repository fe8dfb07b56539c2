import { fitTimes } from "./flight-fusion.ts";
import type { OpenFragments } from "./open-fragments.index.ts";
import type { OperationModel, SuboperationModel } from "./operations.model.ts";

/** Fragments that somebody removed, brought back or hid, while they are in memory. */
export type FragmentWithdrawal = {
  readonly leaveOut: (suboperations: ReadonlySet<number>) => void;
  /** Left out, while records may still be on their way to disk. */
  readonly isLeftOut: (suboperation: SuboperationModel) => boolean;
  readonly takeBack: (operation: number) => void;
  readonly setPrivate: (suboperations: ReadonlySet<number>, isPrivate: boolean) => void;
};

export function createFragmentWithdrawal(deps: {
  readonly open: OpenFragments;
  readonly touch: (operation: OperationModel) => void;
  /** Told of an operation that may have no fragments left. */
  readonly leave: (operation: OperationModel) => void;
  readonly findInMemory: (operation: number) => OperationModel | undefined;
  readonly load: (operations: readonly number[]) => readonly OperationModel[];
  readonly rememberFragment: (suboperation: SuboperationModel) => void;
}): FragmentWithdrawal {
  const { open, touch, leave, findInMemory, load, rememberFragment } = deps;
  const leftOut = new WeakSet<SuboperationModel>();

  return {
    leaveOut(suboperations) {
      for (const id of suboperations) {
        const suboperation = open.find(id);
        if (suboperation === undefined) continue;
        const { operation } = suboperation;
        open.remove(suboperation);
        leftOut.add(suboperation);
        operation.suboperations.splice(operation.suboperations.indexOf(suboperation), 1);
        leave(operation);
        if (operation.suboperations.length === 0) continue;
        fitTimes(operation);
        touch(operation);
      }
    },
    isLeftOut: (suboperation) => leftOut.has(suboperation),
    takeBack(id) {
      const known = findInMemory(id);
      // What is not in memory is found in the database when it is heard of.
      if (known === undefined) return;
      for (const suboperation of load([id]).flatMap(({ suboperations }) => suboperations)) {
        if (open.find(suboperation.id) !== undefined) continue;
        suboperation.operation = known;
        known.suboperations.push(suboperation);
        rememberFragment(suboperation);
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
