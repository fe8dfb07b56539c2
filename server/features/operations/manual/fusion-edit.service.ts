import type { FusionEdit, FusionEditKind, FusionResult } from "../../../contracts/fusion.ts";
import type { Operation } from "../../../contracts/operations.ts";
import { isoFromMs } from "../../../kernel/clock.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import type { FusionEditDeps } from "./fusion-edit.deps.ts";
import type { EditFacts, EditPlan, UndoCheck } from "./fusion-edit.rules.ts";
import { movedAlong, checkUndo, planMerge, planSplit, planUndo, undoneEditsOf } from "./fusion-edit.rules.ts";
import type { StoredEdit } from "./fusion-edit.store.ts";
import { createFusionEditStore, createOperationIdLookup } from "./fusion-edit.store.ts";
import { createOperationAccessRules } from "../model/operation.access.ts";
import { createOperationFinder } from "../model/operation.finder.ts";
import type { OperationModel, SuboperationModel } from "../model/operation.model.ts";
import { createOperationLoader } from "../model/operation.loader.ts";

export type EditRefused =
  | { readonly kind: "missing" | "forbidden" }
  /** `with` or `suboperation_ids` names something that is not there, or not what it should be. */
  | { readonly kind: "unfit"; readonly message: string }
  | { readonly kind: Exclude<UndoCheck, "undoable"> | "changed" };

export type EditOutcome = { readonly kind: "done"; readonly result: FusionResult } | EditRefused;

/** Splitting and merging by hand. What is answered as done is on disk; what is refused has changed nothing. */
export type FusionEdits = {
  readonly merge: (id: string, others: readonly string[], caller: Principal) => Promise<EditOutcome>;
  readonly split: (id: string, suboperations: readonly string[], caller: Principal) => Promise<EditOutcome>;
  readonly undo: (editId: string, caller: Principal) => Promise<EditOutcome>;
  /** What was decided about an operation, the newest first; `undefined` where the caller sees no such operation. */
  readonly list: (id: string, caller: Principal) => readonly FusionEdit[] | undefined;
};

type Order = {
  readonly kind: FusionEditKind;
  readonly plan: EditPlan;
  readonly undoes: number | null;
  readonly operations: readonly OperationModel[];
  readonly caller: Principal;
};

export function createFusionEdits(deps: FusionEditDeps): FusionEdits {
  const { reader, writer, fusionState, clock, ids, live } = deps;
  const store = createFusionEditStore(writer);
  const load = createOperationLoader(reader);
  const loadDeleted = createOperationLoader(writer, "removed");
  const findOperationIds = createOperationIdLookup(reader);
  const { accessLevelsOf, filterReadable } = createOperationAccessRules(reader, deps);
  const findAny = createOperationFinder(reader, load, filterReadable);

  function findNumber(id: string, caller: Principal): number | undefined {
    const found = findAny(id, caller);
    return found?.suboperation === null ? found.operation.id : undefined;
  }

  function canWrite(suboperations: readonly SuboperationModel[], caller: Principal): boolean {
    const levels = accessLevelsOf(suboperations, { caller, isPublicExcluded: false });
    return suboperations.every((one) => levels.get(one) === "write");
  }

  async function merge(id: string, others: readonly string[], caller: Principal): Promise<EditOutcome> {
    await deps.committed();
    const number = findNumber(id, caller);
    if (number === undefined) return { kind: "missing" };
    const numbers: number[] = [];
    for (const other of new Set(others)) {
      const found = findNumber(other, caller);
      if (found === undefined) return unfit("with", `there is no operation ${other}, or you may not see it.`);
      if (found === number) return unfit("with", `${other} is this operation itself.`);
      numbers.push(found);
    }
    const [into, ...merged] = fusionState.loadOperations([number, ...new Set(numbers)]);
    if (into === undefined) return { kind: "missing" };
    if (![into, ...merged].every(({ suboperations }) => canWrite(suboperations, caller))) return { kind: "forbidden" };
    const operations = [into, ...merged];
    return applyEdit({ kind: "merge", plan: planMerge(into, merged), undoes: null, operations, caller });
  }

  async function split(id: string, suboperations: readonly string[], caller: Principal): Promise<EditOutcome> {
    await deps.committed();
    const number = findNumber(id, caller);
    const [operation] = number === undefined ? [] : fusionState.loadOperations([number]);
    if (operation === undefined) return { kind: "missing" };
    const wanted = new Set(suboperations);
    const chosen = operation.suboperations.filter(({ uuid }) => wanted.has(uuid));
    if (chosen.length < wanted.size) {
      const unknownId = [...wanted].find((one) => !chosen.some(({ uuid }) => uuid === one))!;
      return unfit("suboperation_ids", `${unknownId} is no suboperation of this operation.`);
    }
    if (!canWrite(operation.suboperations, caller)) return { kind: "forbidden" };
    if (chosen.length === operation.suboperations.length) {
      return unfit("suboperation_ids", "at least one suboperation has to stay.");
    }
    const fresh = fusionState.openOperation(Math.min(...chosen.map(({ firstMs }) => firstMs)));
    const plan = planSplit(operation, (one) => wanted.has(one.uuid), fresh.id);
    return applyEdit({ kind: "split", plan, undoes: null, operations: [operation, fresh], caller });
  }

  async function undo(editId: string, caller: Principal): Promise<EditOutcome> {
    await deps.committed();
    const edit = store.find(editId);
    if (edit === undefined || !canSeeEdit(edit, caller)) return { kind: "missing" };
    const state = checkUndo(factsOf(edit), store.listByOperations(edit.operationIds).map(factsOf));
    if (state !== "undoable") return { kind: state };
    const operations = fusionState.loadOperations(operationsIn(edit));
    const plan = planUndo(edit, operations);
    if (!isPlanApplicable(planUndo(edit, [])) || operations.length < operationsIn(edit).length)
      return { kind: "changed" };
    if (!operations.every(({ suboperations }) => canWrite(suboperations, caller))) return { kind: "forbidden" };
    return applyEdit({ kind: "undo", plan, undoes: edit.number, operations: inOrderOf(edit, operations), caller });
  }

  /** Whether every suboperation is still where the plan takes it from. */
  function isPlanApplicable({ placements }: EditPlan): boolean {
    const now = store.findCurrentOperations(placements.map(({ suboperation }) => suboperation));
    return placements.every(({ suboperation, from }) => now.get(suboperation)?.operation === from.operation);
  }

  function applyEdit({ kind, plan: own, undoes, operations, caller }: Order): EditOutcome {
    const plan = withDependentMoves(own);
    const byNumber = new Map(operations.map((operation) => [operation.id, operation]));
    const suboperations = new Map(operations.flatMap(({ suboperations }) => suboperations).map((one) => [one.id, one]));
    const [here, removed] = [
      plan.placements.filter(({ suboperation }) => suboperations.has(suboperation)),
      plan.placements.filter(({ suboperation }) => !suboperations.has(suboperation)),
    ];
    const watching = live.watchers().map((watcher) => ({ watcher, saw: visible(operations, watcher) }));
    const undoPlacing = fusionState.place(
      here.map(({ suboperation, to }) => ({
        ...to,
        suboperation: suboperations.get(suboperation)!,
        operation: byNumber.get(to.operation)!,
      })),
    );
    const edit = {
      ...plan,
      kind,
      undoes,
      id: ids.random(),
      madeMs: clock.now(),
      userId: caller.userId === LOCAL_OPERATOR.userId ? null : caller.userId,
      operationIds: operations.map(({ uuid }) => uuid),
    };
    let stored: StoredEdit;
    try {
      const write = writer.transaction(() => {
        const confirm = fusionState.save(new Map());
        removed.forEach(store.moveDeleted);
        plan.redirects.forEach(store.redirect);
        return { confirm, stored: store.insert(edit) };
      });
      const written = write.immediate();
      written.confirm();
      stored = written.stored;
    } catch (error) {
      undoPlacing();
      throw error;
    }
    live.accessChanged();
    for (const { watcher, saw } of watching) {
      const sees = visible(operations, watcher);
      for (const id of saw) if (!sees.has(id)) live.hide(id, [watcher]);
    }
    const shown = operations.flatMap(({ uuid }) => shownAs(uuid, caller) ?? []);
    return { kind: "done", result: { edit: toEdit(stored, caller), operations: shown } };
  }

  /** What is part of an operation goes where the operation goes, and so does what was removed of it. */
  function withDependentMoves({ placements, redirects }: EditPlan): EditPlan {
    const leaving = redirects.flatMap(({ operation, to }) => (to === null ? [] : [{ operation, to }]));
    const placed = new Set(placements.map(({ suboperation }) => suboperation));
    const redirected = new Set(redirects.map(({ operation }) => operation));
    return {
      placements: [
        ...placements,
        ...leaving.flatMap(({ operation, to }) =>
          loadDeleted([operation])
            .flatMap(({ suboperations }) => suboperations)
            .filter(({ id }) => !placed.has(id))
            .map((one) => movedAlong(one, to)),
        ),
      ],
      redirects: [
        ...redirects,
        ...leaving.flatMap(({ operation, to }) =>
          store
            .listRedirected(operation)
            .filter((one) => !redirected.has(one))
            .map((one) => ({ operation: one, from: operation, to })),
        ),
      ],
    };
  }

  function visible(operations: readonly OperationModel[], caller: Principal): ReadonlySet<string> {
    const stored = load(operations.map(({ id }) => id));
    return new Set(filterReadable(stored, { caller, isPublicExcluded: false }).map(({ uuid }) => uuid));
  }

  /** An operation under its own id; nothing when it is part of another. */
  function shownAs(id: string, caller: Principal): Operation | undefined {
    const shown = deps.findOperation(id, caller);
    return shown?.id === id ? shown : undefined;
  }

  function canSeeEdit(edit: StoredEdit, caller: Principal): boolean {
    return edit.operationIds.some((id) => findNumber(id, caller) !== undefined);
  }

  function list(id: string, caller: Principal): readonly FusionEdit[] | undefined {
    const number = findNumber(id, caller);
    if (number === undefined) return undefined;
    return store.listOfOperation(number).map((edit) => toEdit(edit, caller));
  }

  function toEdit(edit: StoredEdit, caller: Principal): FusionEdit {
    const about = store.listByOperations(edit.operationIds);
    const facts = about.map(factsOf);
    const names = findOperationIds(edit.placements.flatMap(({ from, to }) => [from.operation, to.operation]));
    const undone = undoneEditsOf(facts).has(edit.number);
    return {
      id: edit.id,
      kind: edit.kind,
      time: isoFromMs(edit.madeMs),
      user_id: edit.userId,
      user_name: edit.userId === null ? null : (deps.people.find(edit.userId)?.name ?? null),
      operation_ids: [...edit.operationIds],
      moves: edit.placements.flatMap(({ suboperationId, from, to }) => {
        if (from.operation === to.operation) return [];
        const [left, entered] = [names.get(from.operation), names.get(to.operation)];
        if (left === undefined || entered === undefined) return [];
        return {
          suboperation_id: suboperationId,
          from_operation_id: left,
          to_operation_id: entered,
          link_reason: from.reason,
        };
      }),
      undoes: edit.undoes === null ? null : (about.find(({ number }) => number === edit.undoes)?.id ?? null),
      undone,
      can_undo: !undone && isUndoable(edit, facts, caller),
    };
  }

  function isUndoable(edit: StoredEdit, facts: readonly EditFacts[], caller: Principal): boolean {
    if (checkUndo(factsOf(edit), facts) !== "undoable" || !isPlanApplicable(planUndo(edit, []))) return false;
    return load(operationsIn(edit)).every(({ suboperations }) => canWrite(suboperations, caller));
  }

  return { merge, split, undo, list };
}

function unfit(name: string, message: string): EditRefused {
  return { kind: "unfit", message: `${name}: ${message}` };
}

function factsOf({ number, kind, undoes, placements }: StoredEdit): EditFacts {
  return { number, kind, undoes, suboperations: placements.map(({ suboperation }) => suboperation) };
}

/** Numbers of the operations that suboperations went from or to. */
function operationsIn({ placements }: EditPlan): readonly number[] {
  return [...new Set(placements.flatMap(({ from, to }) => [from.operation, to.operation]))];
}

function inOrderOf({ operationIds }: StoredEdit, operations: readonly OperationModel[]): readonly OperationModel[] {
  return operations.toSorted((a, b) => operationIds.indexOf(a.uuid) - operationIds.indexOf(b.uuid));
}
