import type { Operation } from "../../../contracts/operations.ts";
import type { RemovedOperation } from "../../../contracts/operation-access.ts";
import { isoFromMs } from "../../../kernel/clock.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { OperationAccessRules } from "../model/operation.access.ts";
import { withSuboperations } from "../model/operation.access.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import { createOperationFinder } from "../model/operation.finder.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createSoftDeleteStore } from "./soft-delete.store.ts";
import { isUuid } from "./operation-id.rules.ts";
import { createOperationLoader } from "../model/operation.loader.ts";
import { createSeenMarks } from "../model/seen-marks.store.ts";
import { toOperation } from "../model/operation.wire.ts";
import type { ChangeAndHide } from "./change-and-hide.ts";

export type SoftDeleteOutcome =
  | { readonly kind: "removed"; readonly operationId: string; readonly suboperations: readonly string[] }
  | { readonly kind: "invalid_id" | "missing" | "forbidden" };

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly operation: Operation; readonly suboperations: readonly string[] }
  | { readonly kind: "missing" | "forbidden" };

export type OperationSoftDelete = {
  /**
   * Removes an operation, or one suboperation: what of it the caller may write. What may only be read remains, and the
   * operation with it. `globalize` unset lets the id decide.
   */
  readonly remove: (id: string, globalize: boolean | null, caller: Principal) => Promise<SoftDeleteOutcome>;
  /** Brings back what was removed of an operation, or one suboperation. */
  readonly restore: (id: string, caller: Principal) => RestoreOutcome;
  readonly listRemoved: (
    page: { readonly limit: number; readonly offset: number },
    caller: Principal,
  ) => { readonly removed: readonly RemovedOperation[]; readonly total: number };
};

export function createOperationSoftDelete(
  deps: OperationControlDeps,
  { accessLevelsOf, filterReadable }: OperationAccessRules,
  changeAndHide: ChangeAndHide,
): OperationSoftDelete {
  const { reader, clock, fusionState } = deps;
  const store = createSoftDeleteStore(deps.writer);
  const loadPresent = createOperationLoader(reader);
  const loadDeleted = createOperationLoader(reader, "removed");
  const findPresent = createOperationFinder(reader, loadPresent, filterReadable);
  const findDeleted = createOperationFinder(reader, loadDeleted, filterReadable);
  const { listSeen } = createSeenMarks(reader);

  function writableOf(suboperations: readonly SuboperationModel[], caller: Principal): readonly SuboperationModel[] {
    const levels = accessLevelsOf(suboperations, { caller, isPublicExcluded: false });
    return suboperations.filter((suboperation) => levels.get(suboperation) === "write");
  }

  async function remove(id: string, globalize: boolean | null, caller: Principal): Promise<SoftDeleteOutcome> {
    if (globalize === true && !isUuid(id)) return { kind: "invalid_id" };
    // What was heard before the order is removed by it; what is heard afterwards is another flight.
    await deps.committed();
    const found = findPresent(id, caller);
    if (found === undefined || (globalize !== null && globalize !== (found.suboperation === null))) {
      return { kind: "missing" };
    }
    const { operation, suboperation } = found;
    const suboperations = writableOf(suboperation === null ? operation.suboperations : [suboperation], caller);
    if (suboperations.length === 0) return { kind: "forbidden" };
    const numbers = suboperations.map((one) => one.id);
    changeAndHide(operation.id, operation.uuid, () => {
      store.markDeleted(numbers, clock.now());
      fusionState.excludeSuboperations(new Set(numbers));
    });
    return { kind: "removed", operationId: operation.uuid, suboperations: suboperations.map(({ uuid }) => uuid) };
  }

  function restore(id: string, caller: Principal): RestoreOutcome {
    const found = findDeleted(id, caller);
    if (found === undefined) return { kind: "missing" };
    const { operation, suboperation } = found;
    const suboperations = writableOf(suboperation === null ? operation.suboperations : [suboperation], caller);
    if (suboperations.length === 0) return { kind: "forbidden" };
    store.markRestored(
      suboperations.map((one) => one.id),
      clock.now(),
    );
    fusionState.restoreSuboperations(operation.id);
    deps.live.accessChanged();
    const [present = operation] = filterReadable(loadPresent([operation.id]), { caller, isPublicExcluded: false });
    return {
      kind: "restored",
      operation: toOperation(present, clock.now(), listSeen(caller.userId, [operation.id]).size > 0),
      suboperations: suboperations.map(({ uuid }) => uuid),
    };
  }

  return {
    remove,
    restore,
    listRemoved(page, caller) {
      const { listed, total } = store.listRemoved({ caller, isPublicExcluded: false }, page);
      const models = loadDeleted(listed.map(({ operation }) => operation));
      const byId = new Map(models.map((model) => [model.id, model]));
      const seen = listSeen(caller.userId, [...byId.keys()]);
      const removed = listed.flatMap(({ operation, removedMs }) => {
        const model = byId.get(operation);
        if (model === undefined) return [];
        const shown = withSuboperations(model, writableOf(model.suboperations, caller));
        return [{ removed_at: isoFromMs(removedMs), operation: toOperation(shown, clock.now(), seen.has(operation)) }];
      });
      return { removed, total };
    },
  };
}
