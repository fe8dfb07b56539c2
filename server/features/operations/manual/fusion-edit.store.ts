import type { FusionEditKind } from "../../../contracts/fusion.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { EditPlan, Placement, Redirect } from "./fusion-edit.rules.ts";

/** An edit as it was kept. */
export type StoredEdit = EditPlan & {
  readonly number: number;
  readonly id: string;
  readonly kind: FusionEditKind;
  readonly madeMs: number;
  /** `null` for the operator of the computer itself. */
  readonly userId: string | null;
  /** Number of the edit that it undid. */
  readonly undoes: number | null;
  /** Ids of the operations, in the order in which they are told. */
  readonly operationIds: readonly string[];
};

type EditRow = Omit<StoredEdit, "operationIds" | "placements" | "redirects"> & {
  readonly operations: string;
  readonly placements: string;
  readonly redirects: string;
};

const COLUMNS = `e.id AS number, e.uuid AS id, e.kind, e.made_ms AS madeMs, e.user AS userId, e.undoes, e.operations,
  e.placements, e.redirects`;

export type FusionEditStore = {
  readonly find: (id: string) => StoredEdit | undefined;
  /** All that name one of some operations, the newest first. */
  readonly listByOperations: (operationIds: readonly string[]) => readonly StoredEdit[];
  /** All about an operation and those that became part of it, the newest first. */
  readonly listOfOperation: (operation: number) => readonly StoredEdit[];
  readonly insert: (edit: Omit<StoredEdit, "number">) => StoredEdit;
  readonly redirect: (redirect: Redirect) => void;
  /** Operations that are part of this one. */
  readonly listRedirected: (operation: number) => readonly number[];
  /** Where the suboperations are, also those that were removed and may come back. */
  readonly findCurrentOperations: (suboperations: readonly number[]) => ReadonlyMap<number, CurrentOperation>;
  /** Puts a removed suboperation where it will be when it comes back. */
  readonly moveDeleted: (placement: Placement) => void;
};

export type CurrentOperation = { readonly operation: number; readonly isRemoved: boolean };

/** The most edits that an operation's history tells of. */
const MAX_LISTED = 1000;

export function createFusionEditStore(db: WritableDb): FusionEditStore {
  const byId = db.prepare<[string], EditRow>(`SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.uuid = ?`);
  const about = db.prepare<[string], EditRow>(
    `SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.id IN (
       SELECT edit FROM fusion_edit_operation WHERE operation IN (SELECT value FROM json_each(?)))
     ORDER BY e.id DESC`,
  );
  // Few operations were ever edited by hand: theirs are walked, not all operations.
  const ofOperation = db.prepare<[number, number], EditRow>(
    `SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.id IN (
       SELECT named.edit FROM fusion_edit_operation AS named CROSS JOIN operation AS o ON o.uuid = named.operation
       WHERE coalesce(o.merged_into, o.id) = ?)
     ORDER BY e.id DESC LIMIT ?`,
  );
  const insertEdit = db.prepare(
    `INSERT INTO fusion_edit (uuid, kind, made_ms, user, undoes, operations, placements, redirects)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertName = db.prepare("INSERT OR IGNORE INTO fusion_edit_operation (operation, edit) VALUES (?, ?)");
  const setRedirect = db.prepare("UPDATE operation SET merged_into = ? WHERE id = ?");
  const redirected = db.prepare<[number], number>("SELECT id FROM operation WHERE merged_into = ?").pluck();
  const where = db.prepare<[string], { id: number; operation: number; isRemoved: number }>(
    `SELECT id, operation, deleted_ms IS NOT NULL AS isRemoved FROM suboperation
     WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const place = db.prepare(
    `UPDATE suboperation SET operation = ?, link_reason = ?, link_confidence = ?, is_pinned = ? WHERE id = ?`,
  );

  return {
    find(id) {
      const row = byId.get(id);
      return row && toEdit(row);
    },
    listByOperations: (operationIds) => about.all(JSON.stringify(operationIds)).map(toEdit),
    listOfOperation: (operation) => ofOperation.all(operation, MAX_LISTED).map(toEdit),
    insert(edit) {
      const { operationIds, placements, redirects } = edit;
      const texts = [operationIds, placements, redirects].map((one) => JSON.stringify(one));
      const { lastInsertRowid } = insertEdit.run(edit.id, edit.kind, edit.madeMs, edit.userId, edit.undoes, ...texts);
      const number = Number(lastInsertRowid);
      for (const operation of operationIds) insertName.run(operation, number);
      return { ...edit, number };
    },
    redirect: ({ operation, to }) => void setRedirect.run(to, operation),
    listRedirected: (operation) => redirected.all(operation),
    findCurrentOperations: (suboperations) =>
      new Map(
        where
          .all(JSON.stringify(suboperations))
          .map(({ id, operation, isRemoved }) => [id, { operation, isRemoved: isRemoved === 1 }]),
      ),
    moveDeleted({ suboperation, to }) {
      place.run(to.operation, to.reason, to.confidence, Number(to.isPinned), suboperation);
    },
  };
}

/** Ids of operations by their numbers. */
export function createOperationIdLookup(
  db: ReadableDb,
): (operations: readonly number[]) => ReadonlyMap<number, string> {
  const named = db.prepare<[string], { id: number; uuid: string }>(
    "SELECT id, uuid FROM operation WHERE id IN (SELECT value FROM json_each(?))",
  );
  return (operations) => new Map(named.all(JSON.stringify(operations)).map(({ id, uuid }) => [id, uuid]));
}

function toEdit({ operations, placements, redirects, ...row }: EditRow): StoredEdit {
  return {
    ...row,
    operationIds: JSON.parse(operations) as readonly string[],
    placements: JSON.parse(placements) as readonly Placement[],
    redirects: JSON.parse(redirects) as readonly Redirect[],
  };
}
