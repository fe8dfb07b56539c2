import type { WritableDb } from "../storage/database.ts";

/** A record of the provider: a code, token, grant or session. `payload` is the provider's JSON. */
export type StoredRecord = {
  readonly model: string;
  readonly id: string;
  readonly payload: object;
  readonly grantId: string | undefined;
  readonly userCode: string | undefined;
  readonly uid: string | undefined;
  /** Unix milliseconds; undefined if it never expires. */
  readonly expiresMs: number | undefined;
};

type Row = { readonly id: string; readonly payload: string; readonly consumed_ms: number | null };

export type FoundRecord = { readonly id: string; readonly payload: object; readonly consumedMs: number | undefined };

/** Inserts or replaces a record; a consumed record stays consumed. */
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

/** Finds a record by id, user code or uid. Expired records are found until they are purged. */
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

/** Marks a record as used. False when it is already used or missing: only one of two concurrent calls succeeds. */
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

/** Removes the records of one model that belong to a grant. */
export function removeRecordsOfGrant(db: WritableDb, model: string, grantId: string): void {
  db.prepare("DELETE FROM oidc_record WHERE grant_id = ? AND model = ?").run(grantId, model);
}

/** Removes a grant with its token family: all codes and tokens issued for it. */
export function removeFamily(db: WritableDb, grantId: string): void {
  db.transaction(() => {
    db.prepare("DELETE FROM oidc_record WHERE grant_id = ?").run(grantId);
    removeRecord(db, "Grant", grantId);
  })();
}

/** Removes expired records and returns their number. */
export function purgeExpiredRecords(db: WritableDb, nowMs: number): number {
  return db.prepare("DELETE FROM oidc_record WHERE expires_ms <= ?").run(nowMs).changes;
}
