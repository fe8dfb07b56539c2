import type { WritableDb } from "../storage/database.ts";

/** One thing the provider keeps: a code, a token, a grant, a sign-in. `payload` is its own, as JSON. */
export type StoredRecord = {
  readonly model: string;
  readonly id: string;
  readonly payload: object;
  readonly grantId: string | undefined;
  readonly userCode: string | undefined;
  readonly uid: string | undefined;
  /** Unix milliseconds; undefined for what never expires. */
  readonly expiresMs: number | undefined;
};

type Row = { readonly id: string; readonly payload: string; readonly consumed_ms: number | null };

export type FoundRecord = { readonly id: string; readonly payload: object; readonly consumedMs: number | undefined };

/** Inserts or replaces; what was consumed stays consumed. */
export function upsertRecord(db: WritableDb, record: StoredRecord): void {
  db.prepare(
    `INSERT INTO oidc_record (model, id, payload, grant_id, user_code, uid, expires_ms)
     VALUES (@model, @id, @payload, @grantId, @userCode, @uid, @expiresMs)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       user_code = excluded.user_code, uid = excluded.uid, expires_ms = excluded.expires_ms`,
  ).run({
    model: record.model,
    id: record.id,
    payload: JSON.stringify(record.payload),
    grantId: record.grantId ?? null,
    userCode: record.userCode ?? null,
    uid: record.uid ?? null,
    expiresMs: record.expiresMs ?? null,
  });
}

/** By id or by one of the two other names a record can have. Expired ones are found until they are purged. */
export function findRecord(
  db: WritableDb,
  model: string,
  by: "id" | "user_code" | "uid",
  value: string,
): FoundRecord | undefined {
  const row = db
    .prepare<[string, string], Row>(`SELECT id, payload, consumed_ms FROM oidc_record WHERE model = ? AND ${by} = ?`)
    .get(model, value);
  if (row === undefined) return undefined;
  return { id: row.id, payload: JSON.parse(row.payload) as object, consumedMs: row.consumed_ms ?? undefined };
}

/** Marks as used. False when it was used before, or is not there: of two at the same time, one gets it. */
export function consumeRecord(db: WritableDb, model: string, id: string, nowMs: number): boolean {
  return (
    db
      .prepare("UPDATE oidc_record SET consumed_ms = ? WHERE model = ? AND id = ? AND consumed_ms IS NULL")
      .run(nowMs, model, id).changes === 1
  );
}

export function removeRecord(db: WritableDb, model: string, id: string): void {
  db.prepare("DELETE FROM oidc_record WHERE model = ? AND id = ?").run(model, id);
}

/** Everything of one kind that stems from one consent. */
export function removeRecordsOfGrant(db: WritableDb, model: string, grantId: string): void {
  db.prepare("DELETE FROM oidc_record WHERE grant_id = ? AND model = ?").run(grantId, model);
}

/** A consent with all codes and tokens that stem from it. */
export function removeFamily(db: WritableDb, grantId: string): void {
  db.transaction(() => {
    db.prepare("DELETE FROM oidc_record WHERE grant_id = ?").run(grantId);
    removeRecord(db, "Grant", grantId);
  })();
}

/** Removes what has expired and says how many that were. */
export function purgeExpiredRecords(db: WritableDb, nowMs: number): number {
  return db.prepare("DELETE FROM oidc_record WHERE expires_ms <= ?").run(nowMs).changes;
}
