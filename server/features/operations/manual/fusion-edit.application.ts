import type { FusionEditKind, FusionResult } from "../../../contracts/fusion.ts";
import type { Operation } from "../../../contracts/operations.ts";
import type { Principal } from "../../../kernel/principal.ts";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import type { OperationModel } from "../model/operation.model.ts";
import type { FusionEditDeps } from "./fusion-edit.deps.ts";
import type { EditPlan, Placement } from "./fusion-edit.rules.ts";
import { movedWithOperation } from "./fusion-edit.rules.ts";
import type { FusionEditStore, StoredEdit } from "./fusion-edit.store.ts";
import type { ToFusionEdit } from "./fusion-edit.wire.ts";

/** A decided edit. */
export type EditOrder = {
  readonly kind: FusionEditKind;
  readonly plan: EditPlan;
  /** Number of the edit that it undoes. */
  readonly undoes: number | null;
  /** The operations that it changes, in the order in which they are shown. */
  readonly operations: readonly OperationModel[];
  readonly caller: Principal;
};

/** Applies an edit, in memory and on disk or not at all, and hides from live viewers what they may no longer see. */
export type ApplyEdit = (order: EditOrder) => FusionResult;

export function createEditApplication(
  deps: FusionEditDeps,
  store: FusionEditStore,
  toFusionEdit: ToFusionEdit,
): ApplyEdit {
  const { writer, fusionState, clock, ids, live, lookup } = deps;

  /** Also moves operations that were merged into one that is merged itself, and deleted suboperations. */
  function withDependentMoves({ placements, redirects }: EditPlan): EditPlan {
    const leaving = redirects.flatMap(({ operation, to }) => (to === null ? [] : [{ operation, to }]));
    const placed = new Set(placements.map(({ suboperation }) => suboperation));
    const redirected = new Set(redirects.map(({ operation }) => operation));
    return {
      placements: [
        ...placements,
        ...leaving.flatMap(({ operation, to }) =>
          lookup
            .loadDeleted([operation])
            .flatMap(({ suboperations }) => suboperations)
            .filter(({ id }) => !placed.has(id))
            .map((one) => movedWithOperation(one, to)),
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

  /**
   * Places in memory the suboperations that are present; returns the deleted ones, to be moved on disk only, and a
   * function that undoes the placement.
   */
  function placeInMemory({ placements }: EditPlan, operations: readonly OperationModel[]) {
    const byNumber = new Map(operations.map((operation) => [operation.id, operation]));
    const present = new Map(operations.flatMap(({ suboperations }) => suboperations).map((one) => [one.id, one]));
    const isPresent = ({ suboperation }: Placement) => present.has(suboperation);
    const undoPlacement = fusionState.place(
      placements.filter(isPresent).map(({ suboperation, to }) => ({
        ...to,
        suboperation: present.get(suboperation)!,
        operation: byNumber.get(to.operation)!,
      })),
    );
    return { deleted: placements.filter((one) => !isPresent(one)), undoPlacement };
  }

  /** Saves the fusion and the edit in one transaction. */
  function save({ kind, undoes, operations, caller }: EditOrder, plan: EditPlan, deleted: readonly Placement[]) {
    const edit = {
      ...plan,
      kind,
      undoes,
      by: "user" as const,
      distanceM: null,
      id: ids.random(),
      madeMs: clock.now(),
      userId: caller.userId === LOCAL_OPERATOR.userId ? null : caller.userId,
      operationIds: operations.map(({ uuid }) => uuid),
    };
    const write = writer.transaction(() => {
      const confirm = fusionState.save(new Map());
      deleted.forEach(store.moveDeleted);
      plan.redirects.forEach(store.redirect);
      return { confirm, stored: store.insert(edit) };
    });
    const { confirm, stored } = write.immediate();
    confirm();
    return stored;
  }

  function visibleIds(operations: readonly OperationModel[], caller: Principal): ReadonlySet<string> {
    const stored = lookup.load(operations.map(({ id }) => id));
    return new Set(lookup.access.filterReadable(stored, { caller, isPublicExcluded: false }).map(({ uuid }) => uuid));
  }

  /** An operation by its own id; undefined when it is part of another. */
  function showUnmerged(id: string, caller: Principal): Operation | undefined {
    const shown = deps.findOperation(id, caller);
    return shown?.id === id ? shown : undefined;
  }

  return (order) => {
    const { operations, caller } = order;
    const plan = withDependentMoves(order.plan);
    const viewers = live.listViewers().map((viewer) => ({ viewer, before: visibleIds(operations, viewer) }));
    const { deleted, undoPlacement } = placeInMemory(plan, operations);
    let stored: StoredEdit;
    try {
      stored = save(order, plan, deleted);
    } catch (error) {
      undoPlacement();
      throw error;
    }
    live.accessChanged();
    for (const { viewer, before } of viewers) {
      const after = visibleIds(operations, viewer);
      for (const id of before) if (!after.has(id)) live.hide(id, [viewer]);
    }
    return {
      edit: toFusionEdit(stored, caller),
      operations: operations.flatMap(({ uuid }) => showUnmerged(uuid, caller) ?? []),
    };
  };
}
