import type { Bbox } from "../../../kernel/geo.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { WritableDb } from "../../../storage/database.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createOperationNumbers } from "../model/operation.store.ts";
import { createForeignSuboperationStore } from "./foreign-suboperations.store.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { ListNearOperations } from "./near-operations.store.ts";

/**
 * What this station has stored under the id of a suboperation: `own` if its own receivers received it, `deleted` if it
 * was deleted here, `merged` if it has become part of another, `received` if another station sent it.
 */
export type FoundSuboperation =
  | { readonly kind: "unknown" | "own" | "deleted" | "merged" }
  | { readonly kind: "received"; readonly number: number; readonly lastMs: number; readonly sender: string | null };

/** Suboperations that other stations received and sent to this one. */
export type ForeignSuboperations = {
  readonly find: (uuid: string) => FoundSuboperation;
  /** A suboperation, loaded into memory; `undefined` when it was deleted. */
  readonly load: (number: number) => SuboperationModel | undefined;
  /** Whether no operation has this id. */
  readonly isFreeOperationId: (uuid: string) => boolean;
  /** Loads everything that could be one aircraft with it, and decides again about all of it with the next save. */
  readonly reconsider: (suboperation: SuboperationModel, where: Bbox | null, range: TimeRange) => void;
  /**
   * Removes suboperations that the other station has merged into another one, which it sends as a whole; returns
   * whether there were any. Their rows are left to the purge. Their operations are decided again without them with the
   * next save.
   */
  readonly removeMerged: (uuids: readonly string[], into: SuboperationModel, sender: string | null) => boolean;
} & Pick<FusionState, "redeclare"> & {
    readonly open: FusionState["openForeign"];
    readonly receive: FusionState["receive"];
  };

export function createForeignSuboperations(
  db: WritableDb,
  fusionState: FusionState,
  listNear: ListNearOperations,
): ForeignSuboperations {
  const store = createForeignSuboperationStore(db);
  const numbers = createOperationNumbers(db);

  function find(uuid: string): FoundSuboperation {
    const row = store.find(uuid);
    if (store.isMerged(uuid)) return { kind: "merged" };
    if (row === undefined) return { kind: "unknown" };
    if (row.origin === null) return { kind: "own" };
    if (row.deletedMs !== null) return { kind: "deleted" };
    return { kind: "received", number: row.id, lastMs: row.lastMs, sender: row.sender };
  }

  return {
    find,
    load(number) {
      const operation = numbers.findOperationOf(number);
      const [found] = operation === undefined ? [] : fusionState.loadOperations([operation]);
      return found?.suboperations.find(({ id }) => id === number);
    },
    isFreeOperationId: (uuid) => numbers.findOperation(uuid) === undefined,
    reconsider(suboperation, where, range) {
      const isUnidentified = suboperation.declared.identifiers.length === 0;
      fusionState.reconsider(suboperation, range, where === null ? [] : listNear(where, range, isUnidentified));
    },
    removeMerged(uuids, into, sender) {
      let isRemoved = false;
      for (const uuid of uuids) {
        const found = find(uuid);
        if (found.kind === "merged") continue;
        const isSenders = found.kind === "received" && found.sender === sender && found.number !== into.id;
        if (!isSenders && found.kind !== "unknown") continue;
        store.noteMerged(uuid, found.kind === "received" ? found.number : undefined, into.id);
        if (found.kind !== "received") continue;
        fusionState.excludeMerged(found.number);
        isRemoved = true;
      }
      return isRemoved;
    },
    open: fusionState.openForeign,
    receive: fusionState.receive,
    redeclare: fusionState.redeclare,
  };
}
