import type { Bbox } from "../../../kernel/geo.ts";
import type { TimeRange } from "../../../kernel/time-range.ts";
import type { WritableDb } from "../../../storage/database.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { FusionState } from "./fusion-state.model.ts";
import type { ListNearOperations } from "./near-operations.ts";

/**
 * What this station has stored under the id of a suboperation: `own` if its own receivers received it, `deleted` if it
 * was deleted here, `united` if it has become part of another, `received` if another station sent it.
 */
export type FoundSuboperation =
  | { readonly kind: "unknown" | "own" | "deleted" | "united" }
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
   * Removes suboperations that the other station has united with another one, which it sends as a whole; returns
   * whether there were any. Their operations are decided again without them with the next save.
   */
  readonly removeUnited: (uuids: readonly string[], into: SuboperationModel, sender: string | null) => boolean;
} & Pick<FusionState, "redeclare"> & {
    readonly open: FusionState["openForeign"];
    readonly receive: FusionState["receive"];
  };

type Row = {
  readonly id: number;
  readonly operation: number;
  readonly origin: string | null;
  readonly sender: string | null;
  readonly lastMs: number;
  readonly deletedMs: number | null;
};

export function createForeignSuboperations(
  db: WritableDb,
  fusionState: FusionState,
  listNear: ListNearOperations,
): ForeignSuboperations {
  const byUuid = db.prepare<[string], Row>(
    "SELECT id, operation, origin, sender, last_ms AS lastMs, deleted_ms AS deletedMs FROM suboperation WHERE uuid = ?",
  );
  const united = db.prepare<[string], number>("SELECT 1 FROM suboperation_united WHERE uuid = ?").pluck();
  const noteUnited = db.prepare("INSERT OR IGNORE INTO suboperation_united (uuid, suboperation) VALUES (?, ?)");
  const markForPurge = db.prepare("UPDATE suboperation SET deleted_ms = 0 WHERE id = ?");
  const operationOf = db
    .prepare<[number], number>("SELECT operation FROM suboperation WHERE id = ? AND deleted_ms IS NULL")
    .pluck();
  const takenOperation = db.prepare<[string], number>("SELECT 1 FROM operation WHERE uuid = ?").pluck();

  function find(uuid: string): FoundSuboperation {
    const row = byUuid.get(uuid);
    if (united.get(uuid) !== undefined) return { kind: "united" };
    if (row === undefined) return { kind: "unknown" };
    if (row.origin === null) return { kind: "own" };
    if (row.deletedMs !== null) return { kind: "deleted" };
    return { kind: "received", number: row.id, lastMs: row.lastMs, sender: row.sender };
  }

  return {
    find,
    load(number) {
      const operation = operationOf.get(number);
      const [found] = operation === undefined ? [] : fusionState.loadOperations([operation]);
      return found?.suboperations.find(({ id }) => id === number);
    },
    isFreeOperationId: (uuid) => takenOperation.get(uuid) === undefined,
    reconsider(suboperation, where, range) {
      const isUnidentified = suboperation.declared.identifiers.length === 0;
      fusionState.reconsider(suboperation, range, where === null ? [] : listNear(where, range, isUnidentified));
    },
    removeUnited(uuids, into, sender) {
      let isRemoved = false;
      for (const uuid of uuids) {
        const found = find(uuid);
        if (found.kind === "united") continue;
        const isSenders = found.kind === "received" && found.sender === sender && found.number !== into.id;
        if (!isSenders && found.kind !== "unknown") continue;
        db.transaction(() => {
          if (found.kind === "received") markForPurge.run(found.number);
          noteUnited.run(uuid, into.id);
        }).immediate();
        if (found.kind !== "received") continue;
        fusionState.excludeUnited(found.number);
        isRemoved = true;
      }
      return isRemoved;
    },
    open: fusionState.openForeign,
    receive: fusionState.receive,
    redeclare: fusionState.redeclare,
  };
}
