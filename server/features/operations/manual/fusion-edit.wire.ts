import type { FusionEdit } from "../../../contracts/fusion.ts";
import { isoFromMs } from "../../../kernel/clock.ts";
import type { Principal } from "../../../kernel/principal.ts";
import type { FusionEditChecks } from "./fusion-edit.checks.ts";
import type { FusionEditDeps } from "./fusion-edit.deps.ts";
import { factsOf, undoneEditsOf } from "./fusion-edit.rules.ts";
import type { FusionEditStore, StoredEdit } from "./fusion-edit.store.ts";
import { createOperationIdLookup } from "./fusion-edit.store.ts";

/** An edit as the API shows it to a caller. */
export type ToFusionEdit = (edit: StoredEdit, caller: Principal) => FusionEdit;

export function createToFusionEdit(
  { reader, people }: Pick<FusionEditDeps, "reader" | "people">,
  store: FusionEditStore,
  checks: FusionEditChecks,
): ToFusionEdit {
  const findOperationIds = createOperationIdLookup(reader);

  function movesOf({ placements }: StoredEdit): FusionEdit["moves"] {
    const ids = findOperationIds(placements.flatMap(({ from, to }) => [from.operation, to.operation]));
    return placements.flatMap(({ suboperationId, from, to }) => {
      if (from.operation === to.operation) return [];
      const [fromId, toId] = [ids.get(from.operation), ids.get(to.operation)];
      if (fromId === undefined || toId === undefined) return [];
      return {
        suboperation_id: suboperationId,
        from_operation_id: fromId,
        to_operation_id: toId,
        link_reason: from.reason,
      };
    });
  }

  return (edit, caller) => {
    const related = store.listByOperations(edit.operationIds);
    const facts = related.map(factsOf);
    const undone = undoneEditsOf(facts).has(edit.number);
    return {
      id: edit.id,
      kind: edit.kind,
      time: isoFromMs(edit.madeMs),
      by: edit.by,
      reason: edit.distanceM === null ? null : separationReason(edit.distanceM),
      distance_m: edit.distanceM === null ? null : Math.round(edit.distanceM),
      user_id: edit.userId,
      user_name: edit.userId === null ? null : (people.find(edit.userId)?.name ?? null),
      operation_ids: [...edit.operationIds],
      moves: movesOf(edit),
      undoes: edit.undoes === null ? null : (related.find(({ number }) => number === edit.undoes)?.id ?? null),
      undone,
      can_undo: !undone && checks.canUndo(edit, facts, caller),
    };
  };
}

function separationReason(distanceM: number): string {
  const apart = distanceM < 1000 ? `${Math.round(distanceM)} m` : `${(distanceM / 1000).toFixed(1)} km`;
  return `They were received ${apart} apart at once: one aircraft cannot have been at both places.`;
}
