import type { Operation } from "../../contracts/operations.ts";
import type { RemovedOperation } from "../../contracts/operation-access.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { OperationAccessRules } from "./operations.access.ts";
import { madeOf } from "./operations.access.ts";
import type { OperationControlDeps } from "./operations.control.deps.ts";
import { createOperationFinder } from "./operations.finder.ts";
import type { SuboperationModel } from "./operations.model.ts";
import { createRemovalStore } from "./operations.removal.store.ts";
import { isUuid } from "./operations.rules.ts";
import { createOperationLoader } from "./operations.store.ts";
import { createSeenMarks } from "./operations.seen.ts";
import { toOperation } from "./operations.wire.ts";
import type { Withdrawal } from "./operations.withdrawal.ts";

export type RemoveOutcome =
  | { readonly kind: "removed"; readonly operationId: string; readonly suboperations: readonly string[] }
  | { readonly kind: "invalid_id" | "missing" | "forbidden" };

export type RestoreOutcome =
  | { readonly kind: "restored"; readonly operation: Operation; readonly suboperations: readonly string[] }
  | { readonly kind: "missing" | "forbidden" };

export type OperationRemoval = {
  /**
   * Removes an operation, or one suboperation: what of it the caller may write. What may only be read remains, and the
   * operation with it. `globalize` unset lets the id decide.
   */
  readonly remove: (id: string, globalize: boolean | null, caller: Principal) => Promise<RemoveOutcome>;
  /** Brings back what was removed of an operation, or one suboperation. */
  readonly restore: (id: string, caller: Principal) => RestoreOutcome;
  readonly listRemoved: (
    page: { readonly limit: number; readonly offset: number },
    caller: Principal,
  ) => { readonly removed: readonly RemovedOperation[]; readonly total: number };
};

export function createOperationRemoval(
  deps: OperationControlDeps,
  { levelsOf, narrow }: OperationAccessRules,
  withdrawing: Withdrawal,
): OperationRemoval {
  const { reader, clock, book } = deps;
  const store = createRemovalStore(deps.writer);
  const loadPresent = createOperationLoader(reader);
  const loadRemoved = createOperationLoader(reader, "removed");
  const findPresent = createOperationFinder(reader, loadPresent, narrow);
  const findRemoved = createOperationFinder(reader, loadRemoved, narrow);
  const { listSeen } = createSeenMarks(reader);

  function writableOf(fragments: readonly SuboperationModel[], caller: Principal): readonly SuboperationModel[] {
    const levels = levelsOf(fragments, { caller, isPublicExcluded: false });
    return fragments.filter((fragment) => levels.get(fragment) === "write");
  }

  async function remove(id: string, globalize: boolean | null, caller: Principal): Promise<RemoveOutcome> {
    if (globalize === true && !isUuid(id)) return { kind: "invalid_id" };
    // What was heard before the order is removed by it; what is heard afterwards is another flight.
    await deps.committed();
    const found = findPresent(id, caller);
    if (found === undefined || (globalize !== null && globalize !== (found.fragment === null))) {
      return { kind: "missing" };
    }
    const { operation, fragment } = found;
    const fragments = writableOf(fragment === null ? operation.suboperations : [fragment], caller);
    if (fragments.length === 0) return { kind: "forbidden" };
    const numbers = fragments.map((one) => one.id);
    withdrawing(operation.id, operation.uuid, () => {
      store.markRemoved(numbers, clock.now());
      book.leaveOut(new Set(numbers));
    });
    return { kind: "removed", operationId: operation.uuid, suboperations: fragments.map(({ uuid }) => uuid) };
  }

  function restore(id: string, caller: Principal): RestoreOutcome {
    const found = findRemoved(id, caller);
    if (found === undefined) return { kind: "missing" };
    const { operation, fragment } = found;
    const fragments = writableOf(fragment === null ? operation.suboperations : [fragment], caller);
    if (fragments.length === 0) return { kind: "forbidden" };
    store.markPresent(
      fragments.map((one) => one.id),
      clock.now(),
    );
    book.takeBack(operation.id);
    deps.live.accessChanged();
    const [present = operation] = narrow(loadPresent([operation.id]), { caller, isPublicExcluded: false });
    return {
      kind: "restored",
      operation: toOperation(present, clock.now(), listSeen(caller.userId, [operation.id]).size > 0),
      suboperations: fragments.map(({ uuid }) => uuid),
    };
  }

  return {
    remove,
    restore,
    listRemoved(page, caller) {
      const { listed, total } = store.listRemoved({ caller, isPublicExcluded: false }, page);
      const models = loadRemoved(listed.map(({ operation }) => operation));
      const byId = new Map(models.map((model) => [model.id, model]));
      const seen = listSeen(caller.userId, [...byId.keys()]);
      const removed = listed.flatMap(({ operation, removedMs }) => {
        const model = byId.get(operation);
        if (model === undefined) return [];
        const shown = madeOf(model, writableOf(model.suboperations, caller));
        return [{ removed_at: isoFromMs(removedMs), operation: toOperation(shown, clock.now(), seen.has(operation)) }];
      });
      return { removed, total };
    },
  };
}
