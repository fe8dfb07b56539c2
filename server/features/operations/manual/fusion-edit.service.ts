import type { FusionEdit, FusionResult } from "../../../contracts/fusion.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { Contradiction } from "../fusion/merge-contradiction.ts";
import type { OperationModel } from "../model/operation.model.ts";
import type { EditOrder } from "./fusion-edit.application.ts";
import { createEditApplication } from "./fusion-edit.application.ts";
import { createFusionEditChecks } from "./fusion-edit.checks.ts";
import type { FusionEditDeps } from "./fusion-edit.deps.ts";
import type { UndoCheck } from "./fusion-edit.rules.ts";
import { checkUndo, factsOf, operationsIn, planMerge, planSplit, planUndo } from "./fusion-edit.rules.ts";
import type { StoredEdit } from "./fusion-edit.store.ts";
import { createFusionEditStore } from "./fusion-edit.store.ts";
import { createToFusionEdit } from "./fusion-edit.wire.ts";

export type EditRefused =
  | { readonly kind: "missing" | "forbidden" }
  /** `with` or `suboperation_ids` names something that does not exist, or is not of the right kind. */
  | { readonly kind: "invalid"; readonly message: string }
  /** The operations contradict being one aircraft; they are merged only when that is confirmed. */
  | { readonly kind: "contradiction"; readonly contradiction: Contradiction }
  | { readonly kind: Exclude<UndoCheck, "undoable"> | "changed" };

export type EditOutcome = { readonly kind: "done"; readonly result: FusionResult } | EditRefused;

/** Ids of the operations to merge, and whether to merge them where they contradict each other. */
export type MergeOrder = { readonly with: readonly string[]; readonly confirm?: boolean | undefined };

/** Manual splitting and merging. After the reply `done` the edit is on disk; a refused edit has changed nothing. */
export type FusionEdits = {
  readonly merge: (id: string, request: MergeOrder, caller: Principal) => Promise<EditOutcome>;
  readonly split: (id: string, suboperations: readonly string[], caller: Principal) => Promise<EditOutcome>;
  readonly undo: (editId: string, caller: Principal) => Promise<EditOutcome>;
  /** The edits of an operation, the newest first; `undefined` where the caller may not read the operation. */
  readonly list: (id: string, caller: Principal) => readonly FusionEdit[] | undefined;
};

export function createFusionEdits(deps: FusionEditDeps): FusionEdits {
  const { fusionState, committed } = deps;
  const store = createFusionEditStore(deps.writer);
  const checks = createFusionEditChecks(deps.lookup, store);
  const { findNumber, canWrite } = checks;
  const toFusionEdit = createToFusionEdit(deps, store, checks);
  const applyEdit = createEditApplication(deps, store, toFusionEdit);
  const apply = (order: EditOrder): EditOutcome => ({ kind: "done", result: applyEdit(order) });

  async function merge(id: string, request: MergeOrder, caller: Principal): Promise<EditOutcome> {
    await committed();
    const number = findNumber(id, caller);
    if (number === undefined) return { kind: "missing" };
    const numbers: number[] = [];
    for (const other of new Set(request.with)) {
      const found = findNumber(other, caller);
      if (found === undefined) return invalid("with", `there is no operation ${other}, or you may not see it.`);
      if (found === number) return invalid("with", `${other} is this operation itself.`);
      numbers.push(found);
    }
    const [into, ...merged] = fusionState.loadOperations([number, ...new Set(numbers)]);
    if (into === undefined) return { kind: "missing" };
    const operations = [into, ...merged];
    if (!operations.every(({ suboperations }) => canWrite(suboperations, caller))) return { kind: "forbidden" };
    const contradiction = request.confirm === true ? undefined : fusionState.findContradiction(operations);
    if (contradiction !== undefined) return { kind: "contradiction", contradiction };
    return apply({ kind: "merge", plan: planMerge(into, merged), undoes: null, operations, caller });
  }

  async function split(id: string, suboperations: readonly string[], caller: Principal): Promise<EditOutcome> {
    await committed();
    const number = findNumber(id, caller);
    const [operation] = number === undefined ? [] : fusionState.loadOperations([number]);
    if (operation === undefined) return { kind: "missing" };
    const wanted = new Set(suboperations);
    const chosen = operation.suboperations.filter(({ uuid }) => wanted.has(uuid));
    if (chosen.length < wanted.size) {
      const unknownId = [...wanted].find((one) => !chosen.some(({ uuid }) => uuid === one))!;
      return invalid("suboperation_ids", `${unknownId} is no suboperation of this operation.`);
    }
    if (!canWrite(operation.suboperations, caller)) return { kind: "forbidden" };
    if (chosen.length === operation.suboperations.length) {
      return invalid("suboperation_ids", "at least one suboperation has to stay.");
    }
    const fresh = fusionState.openOperation(Math.min(...chosen.map(({ firstMs }) => firstMs)));
    const plan = planSplit(operation, (one) => wanted.has(one.uuid), fresh.id);
    return apply({ kind: "split", plan, undoes: null, operations: [operation, fresh], caller });
  }

  async function undo(editId: string, caller: Principal): Promise<EditOutcome> {
    await committed();
    const edit = store.find(editId);
    if (edit === undefined || !checks.canSeeEdit(edit, caller)) return { kind: "missing" };
    const state = checkUndo(factsOf(edit), store.listByOperations(edit.operationIds).map(factsOf));
    if (state !== "undoable") return { kind: state };
    const numbers = operationsIn(edit);
    const operations = fusionState.loadOperations(numbers);
    const plan = planUndo(edit, operations);
    if (!checks.isPlanApplicable(planUndo(edit, [])) || operations.length < numbers.length) return { kind: "changed" };
    if (!operations.every(({ suboperations }) => canWrite(suboperations, caller))) return { kind: "forbidden" };
    return apply({ kind: "undo", plan, undoes: edit.number, operations: inOrderOf(edit, operations), caller });
  }

  return {
    merge,
    split,
    undo,
    list(id, caller) {
      const number = findNumber(id, caller);
      if (number === undefined) return undefined;
      return store.listOfOperation(number).map((edit) => toFusionEdit(edit, caller));
    },
  };
}

function invalid(name: string, message: string): EditRefused {
  return { kind: "invalid", message: `${name}: ${message}` };
}

function inOrderOf({ operationIds }: StoredEdit, operations: readonly OperationModel[]): readonly OperationModel[] {
  return operations.toSorted((a, b) => operationIds.indexOf(a.uuid) - operationIds.indexOf(b.uuid));
}
