import type { FusionEdit, FusionEditKind } from "../../../contracts/fusion.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { Ids } from "../../../kernel/ids.ts";
import type { ReadableDb, WritableDb } from "../../../storage/database.ts";
import type { RecordSeparation } from "../fusion/separation.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import type { EditPlan, Placement, Redirect } from "./fusion-edit.rules.ts";

/** An edit as it is stored. */
export type StoredEdit = EditPlan & {
  readonly number: number;
  readonly id: string;
  readonly kind: FusionEditKind;
  readonly madeMs: number;
  readonly by: FusionEdit["by"];
  /** How far apart the suboperations were, metres, where the station separated them; else `null`. */
  readonly distanceM: number | null;
  /** `null` for the operator of the computer itself. */
  readonly userId: string | null;
  /** Number of the edit that it undoes. */
  readonly undoes: number | null;
  /** Ids of the operations, in the order in which they are shown. */
  readonly operationIds: readonly string[];
};

type EditRow = Omit<StoredEdit, "operationIds" | "placements" | "redirects"> & {
  readonly operations: string;
  readonly placements: string;
  readonly redirects: string;
};

const COLUMNS = `e.id AS number, e.uuid AS id, e.kind, e.made_ms AS madeMs, e.user AS userId, e.undoes, e.operations,
  e.placements, e.redirects, e.made_by AS by, e.distance_m AS distanceM`;

export type FusionEditStore = {
  readonly find: (id: string) => StoredEdit | undefined;
  /** All that name one of some operations, the newest first. */
  readonly listByOperations: (operationIds: readonly string[]) => readonly StoredEdit[];
  /** All about an operation and those that became part of it, the newest first. */
  readonly listOfOperation: (operation: number) => readonly StoredEdit[];
  readonly insert: (edit: Omit<StoredEdit, "number">) => StoredEdit;
  readonly redirect: (redirect: Redirect) => void;
  /** Operations that were merged into this one. */
  readonly listRedirected: (operation: number) => readonly number[];
  /** The present operation of each suboperation, including deleted ones that may be restored. */
  readonly findCurrentOperations: (suboperations: readonly number[]) => ReadonlyMap<number, number>;
  /** Moves a deleted suboperation to where it will be when it is restored. */
  readonly moveDeleted: (placement: Placement) => void;
};

/** The most edits in the history of an operation. */
const MAX_LISTED = 1000;

export function createFusionEditStore(db: WritableDb): FusionEditStore {
  const byId = db.prepare<[string], EditRow>(`SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.uuid = ?`);
  const byOperations = db.prepare<[string], EditRow>(
    `SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.id IN (
       SELECT edit FROM fusion_edit_operation WHERE operation IN (SELECT value FROM json_each(?)))
     ORDER BY e.id DESC`,
  );
  // CROSS JOIN starts at the edits: few operations were ever edited manually.
  const ofOperation = db.prepare<[number, number], EditRow>(
    `SELECT ${COLUMNS} FROM fusion_edit AS e WHERE e.id IN (
       SELECT named.edit FROM fusion_edit_operation AS named CROSS JOIN operation AS o ON o.uuid = named.operation
       WHERE coalesce(o.merged_into, o.id) = ?)
     ORDER BY e.id DESC LIMIT ?`,
  );
  const insertEdit = db.prepare(
    `INSERT INTO fusion_edit (uuid, kind, made_ms, user, undoes, operations, placements, redirects, made_by, distance_m)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertName = db.prepare("INSERT OR IGNORE INTO fusion_edit_operation (operation, edit) VALUES (?, ?)");
  const setRedirect = db.prepare("UPDATE operation SET merged_into = ? WHERE id = ?");
  const redirected = db.prepare<[number], number>("SELECT id FROM operation WHERE merged_into = ?").pluck();
  const currentOperations = db.prepare<[string], { id: number; operation: number }>(
    "SELECT id, operation FROM suboperation WHERE id IN (SELECT value FROM json_each(?))",
  );
  const place = db.prepare(
    `UPDATE suboperation SET operation = ?, link_reason = ?, link_confidence = ?, is_pinned = ? WHERE id = ?`,
  );

  return {
    find(id) {
      const row = byId.get(id);
      return row && toEdit(row);
    },
    listByOperations: (operationIds) => byOperations.all(JSON.stringify(operationIds)).map(toEdit),
    listOfOperation: (operation) => ofOperation.all(operation, MAX_LISTED).map(toEdit),
    insert(edit) {
      const { operationIds, placements, redirects } = edit;
      const texts = [operationIds, placements, redirects].map((one) => JSON.stringify(one));
      const { lastInsertRowid } = insertEdit.run(
        edit.id,
        edit.kind,
        edit.madeMs,
        edit.userId,
        edit.undoes,
        ...texts,
        edit.by,
        edit.distanceM,
      );
      const number = Number(lastInsertRowid);
      for (const operation of operationIds) insertName.run(operation, number);
      return { ...edit, number };
    },
    redirect: ({ operation, to }) => void setRedirect.run(to, operation),
    listRedirected: (operation) => redirected.all(operation),
    findCurrentOperations: (suboperations) =>
      new Map(currentOperations.all(JSON.stringify(suboperations)).map(({ id, operation }) => [id, operation])),
    moveDeleted({ suboperation, to }) {
      place.run(to.operation, to.reason, to.confidence, Number(to.isPinned), suboperation);
    },
  };
}

/** Writes a separation by the station into the history, as a split made by the station. */
export function createSeparationRecording(db: WritableDb, clock: Clock, ids: Ids): RecordSeparation {
  const store = createFusionEditStore(db);
  return ({ suboperations, from, into, distanceM }) => {
    store.insert({
      id: ids.random(),
      kind: "split",
      by: "station",
      madeMs: clock.now(),
      userId: null,
      undoes: null,
      operationIds: [from.uuid, into.uuid],
      placements: suboperations.map(({ suboperation, before }) => ({
        suboperation: suboperation.id,
        suboperationId: suboperation.uuid,
        from: { operation: from.id, ...membershipOf(before) },
        to: { operation: into.id, ...membershipOf(suboperation) },
      })),
      redirects: [],
      distanceM,
    });
  };
}

function membershipOf({
  linkReason,
  linkConfidence,
  isPinned,
}: Pick<SuboperationModel, "linkReason" | "linkConfidence" | "isPinned">) {
  return { reason: linkReason, confidence: linkConfidence, isPinned };
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
