import type { SyncKind } from "../../contracts/sync.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { ConflictFields, ConflictModel } from "./sync.model.ts";

type Row = Omit<ConflictModel, "fields" | "decision"> & { readonly fields: string; readonly decision: string | null };

const SELECT = `SELECT id, peer, kind, local_id AS localId, fields, created_ms AS createdMs, decision,
  decided_ms AS decidedMs, sending_ms AS sendingMs, applied_ms AS appliedMs FROM sync_conflict`;
const LIST_PENDING = `${SELECT} WHERE peer = ? AND kind = ? AND local_id = ? AND applied_ms IS NULL`;

/** Open conflicts of an account's peers (`null`: of all), and those decided since a time; the newest first. */
export function listConflicts(db: ReadableDb, localUser: string | null, sinceMs: number): readonly ConflictModel[] {
  return db
    .prepare<[object], Row>(
      `${SELECT} WHERE peer IN (SELECT id FROM sync_peer WHERE @localUser IS NULL OR local_user = @localUser)
         AND (decided_ms IS NULL OR decided_ms >= @sinceMs) ORDER BY id DESC`,
    )
    .all({ localUser, sinceMs })
    .map(fromRow);
}

export function findConflict(db: ReadableDb, id: number): ConflictModel | undefined {
  const row = db.prepare<[number], Row>(`${SELECT} WHERE id = ?`).get(id);
  return row && fromRow(row);
}

/** The conflict of an entity that is open, or that was decided and not applied yet. */
export function findPendingConflict(
  db: ReadableDb,
  peer: string,
  kind: SyncKind,
  localId: string,
): ConflictModel | undefined {
  // There is hardly ever one, but this runs for every entity: finding the newest here is faster than a sort in SQLite.
  const rows = db.prepare<[string, string, string], Row>(LIST_PENDING).all(peer, kind, localId);
  const row = rows.toSorted((one, other) => other.id - one.id)[0];
  return row && fromRow(row);
}

/** Opens a conflict, or replaces the fields of the open one. */
export function saveConflict(
  db: WritableDb,
  {
    peer,
    kind,
    localId,
    fields,
  }: Pick<ConflictModel, "peer" | "kind" | "localId"> & { readonly fields: ConflictFields },
  nowMs: number,
): void {
  db.prepare(
    `INSERT INTO sync_conflict (peer, kind, local_id, fields, created_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (peer, kind, local_id) WHERE decision IS NULL DO UPDATE SET fields = excluded.fields`,
  ).run(peer, kind, localId, JSON.stringify(fields), nowMs);
}

export function decideConflict(
  db: WritableDb,
  id: number,
  { decision, userId, nowMs }: { readonly decision: object; readonly userId: string; readonly nowMs: number },
): void {
  db.prepare("UPDATE sync_conflict SET decision = ?, decided_ms = ?, decided_by = ? WHERE id = ?").run(
    JSON.stringify(decision),
    nowMs,
    userId,
    id,
  );
}

/** Undoes a decision; false where another conflict of the same entity was opened since. */
export function undoDecision(db: WritableDb, { id, peer, kind, localId }: ConflictModel): boolean {
  return (
    db
      .prepare(
        `UPDATE sync_conflict SET decision = NULL, decided_ms = NULL, decided_by = NULL
         WHERE id = ? AND decision IS NOT NULL AND sending_ms IS NULL AND applied_ms IS NULL
           AND id = (SELECT max(id) FROM sync_conflict WHERE peer = ? AND kind = ? AND local_id = ?)`,
      )
      .run(id, peer, kind, localId).changes > 0
  );
}

/** Records that a decision begins to be sent. */
export function markConflictSending(db: WritableDb, { id, decision }: ConflictModel, nowMs: number): void {
  if (decision === null) return;
  db.prepare("UPDATE sync_conflict SET sending_ms = coalesce(sending_ms, ?) WHERE id = ?").run(nowMs, id);
}

/** Records that a decision has reached both sides; an open conflict that no longer exists is removed. */
export function closeConflict(db: WritableDb, { id, decision }: ConflictModel, nowMs: number): void {
  if (decision === null) db.prepare("DELETE FROM sync_conflict WHERE id = ?").run(id);
  else db.prepare("UPDATE sync_conflict SET applied_ms = ? WHERE id = ?").run(nowMs, id);
}

function fromRow(row: Row): ConflictModel {
  return {
    ...row,
    fields: JSON.parse(row.fields) as ConflictFields,
    decision: row.decision === null ? null : (JSON.parse(row.decision) as ConflictModel["decision"]),
  };
}
