import type { Principal } from "../../../kernel/principal.ts";
import type { OperationLookup } from "../model/operation.lookup.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { EditFacts, EditPlan } from "./fusion-edit.rules.ts";
import { checkUndo, factsOf, operationsIn, planUndo } from "./fusion-edit.rules.ts";
import type { FusionEditStore, StoredEdit } from "./fusion-edit.store.ts";

/** The rights of a caller to edit operations, and whether the database is still in the state that an edit left. */
export type FusionEditChecks = {
  /** Number of an operation that the caller may read; `undefined` also where the id is that of a suboperation. */
  readonly findNumber: (id: string, caller: Principal) => number | undefined;
  /** Whether the caller may write all of some suboperations. */
  readonly canWrite: (suboperations: readonly SuboperationModel[], caller: Principal) => boolean;
  /** Whether the caller may read one of the operations of the edit. */
  readonly canSeeEdit: (edit: StoredEdit, caller: Principal) => boolean;
  /** Whether every suboperation is still where the plan moves it from. */
  readonly isPlanApplicable: (plan: EditPlan) => boolean;
  /** Whether the caller can undo an edit, seen among all edits about its operations. */
  readonly canUndo: (edit: StoredEdit, edits: readonly EditFacts[], caller: Principal) => boolean;
};

export function createFusionEditChecks(
  { load, find, access }: OperationLookup,
  store: FusionEditStore,
): FusionEditChecks {
  function findNumber(id: string, caller: Principal): number | undefined {
    const found = find(id, caller);
    return found?.suboperation === null ? found.operation.id : undefined;
  }

  function canWrite(suboperations: readonly SuboperationModel[], caller: Principal): boolean {
    const levels = access.accessLevelsOf(suboperations, { caller, isPublicExcluded: false });
    return suboperations.every((one) => levels.get(one) === "write");
  }

  function isPlanApplicable({ placements }: EditPlan): boolean {
    const now = store.findCurrentOperations(placements.map(({ suboperation }) => suboperation));
    return placements.every(({ suboperation, from }) => now.get(suboperation) === from.operation);
  }

  return {
    findNumber,
    canWrite,
    canSeeEdit: (edit, caller) => edit.operationIds.some((id) => findNumber(id, caller) !== undefined),
    isPlanApplicable,
    canUndo(edit, edits, caller) {
      if (checkUndo(factsOf(edit), edits) !== "undoable" || !isPlanApplicable(planUndo(edit, []))) return false;
      return load(operationsIn(edit)).every(({ suboperations }) => canWrite(suboperations, caller));
    },
  };
}
