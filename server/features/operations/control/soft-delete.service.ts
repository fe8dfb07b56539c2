import type { DeletedOperation } from "../../../contracts/operation-access.ts";
import type { Operation } from "../../../contracts/operations.ts";
import { isoFromMs } from "../../../kernel/clock.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { withSuboperations } from "../model/operation.access.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { toOperation } from "../model/operation.wire.ts";
import type { ChangeAndHide } from "./change-and-hide.ts";
import type { OperationControlDeps } from "./control.deps.ts";
import { isUuid } from "./operation-id.rules.ts";
import { createSoftDeleteStore } from "./soft-delete.store.ts";

export type SoftDeleteOutcome =
  | { readonly kind: "deleted"; readonly operationId: string; readonly suboperations: readonly string[] }
  | { readonly kind: "invalid_id" | "missing" | "forbidden" };

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly operation: Operation; readonly suboperations: readonly string[] }
  | { readonly kind: "missing" | "forbidden" };

export type OperationSoftDelete = {
  /**
   * Deletes an operation, or one suboperation, as far as the caller may write it. Suboperations that the caller may
   * only read remain, and the operation with them. If `globalize` is null, the kind of the id decides.
   */
  readonly softDelete: (id: string, globalize: boolean | null, caller: Principal) => Promise<SoftDeleteOutcome>;
  /** Restores the deleted suboperations of an operation, or one suboperation. */
  readonly restore: (id: string, caller: Principal) => RestoreOutcome;
  readonly listDeleted: (
    page: { readonly limit: number; readonly offset: number },
    caller: Principal,
  ) => { readonly deleted: readonly DeletedOperation[]; readonly total: number };
};

export function createOperationSoftDelete(
  deps: OperationControlDeps,
  changeAndHide: ChangeAndHide,
): OperationSoftDelete {
  const { clock, fusionState, lookup } = deps;
  const { accessLevelsOf, filterReadable } = lookup.access;
  const { listSeen } = lookup.seen;
  const store = createSoftDeleteStore(deps.writer);

  function writableOf(suboperations: readonly SuboperationModel[], caller: Principal): readonly SuboperationModel[] {
    const levels = accessLevelsOf(suboperations, { caller, isPublicExcluded: false });
    return suboperations.filter((suboperation) => levels.get(suboperation) === "write");
  }

  async function softDelete(id: string, globalize: boolean | null, caller: Principal): Promise<SoftDeleteOutcome> {
    if (globalize === true && !isUuid(id)) return { kind: "invalid_id" };
    // What was received before the request is deleted with it; what is received afterwards is another operation.
    await deps.committed();
    const found = lookup.find(id, caller);
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
    return { kind: "deleted", operationId: operation.uuid, suboperations: suboperations.map(({ uuid }) => uuid) };
  }

  function restore(id: string, caller: Principal): RestoreOutcome {
    const found = lookup.findDeleted(id, caller);
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
    const [present = operation] = filterReadable(lookup.load([operation.id]), { caller, isPublicExcluded: false });
    return {
      kind: "restored",
      operation: toOperation(present, clock.now(), listSeen(caller.userId, [operation.id]).size > 0),
      suboperations: suboperations.map(({ uuid }) => uuid),
    };
  }

  return {
    softDelete,
    restore,
    listDeleted(page, caller) {
      const { listed, total } = store.listDeleted({ caller, isPublicExcluded: false }, page);
      const models = lookup.loadDeleted(listed.map(({ operation }) => operation));
      const byId = new Map(models.map((model) => [model.id, model]));
      const seen = listSeen(caller.userId, [...byId.keys()]);
      const deleted = listed.flatMap(({ operation, deletedMs }) => {
        const model = byId.get(operation);
        if (model === undefined) return [];
        const shown = withSuboperations(model, writableOf(model.suboperations, caller));
        return [{ removed_at: isoFromMs(deletedMs), operation: toOperation(shown, clock.now(), seen.has(operation)) }];
      });
      return { deleted, total };
    },
  };
}
