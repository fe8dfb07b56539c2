import type { WritableDb } from "../storage/database.ts";

/** What oidc-provider calls a model: a code, token, grant or session. `payload` is the provider's JSON. */
export type StoredModel = {
  /** The kind of model, such as `RefreshToken`. */
  readonly name: string;
  readonly id: string;
  readonly payload: object;
  readonly grantId: string | undefined;
  readonly userCode: string | undefined;
  readonly uid: string | undefined;
  /** Unix milliseconds; undefined if it never expires. */
  readonly expiresMs: number | undefined;
};

type Row = { readonly id: string; readonly payload: string; readonly consumed_ms: number | null };

export type FoundModel = { readonly id: string; readonly payload: object; readonly consumedMs: number | undefined };

/** Inserts or replaces a model; a consumed one stays consumed. */
export function upsertModel(db: WritableDb, model: StoredModel): void {
  db.prepare(
    `INSERT INTO oidc_record (model, id, payload, grant_id, user_code, uid, expires_ms)
     VALUES (@name, @id, @payload, @grantId, @userCode, @uid, @expiresMs)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       user_code = excluded.user_code, uid = excluded.uid, expires_ms = excluded.expires_ms`,
  ).run({
    name: model.name,
    id: model.id,
    payload: JSON.stringify(model.payload),
    grantId: model.grantId ?? null,
    userCode: model.userCode ?? null,
    uid: model.uid ?? null,
    expiresMs: model.expiresMs ?? null,
  });
}

/** Finds a model by id, user code or uid. Expired ones are found until they are purged. */
export function findModel(
  db: WritableDb,
  name: string,
  by: "id" | "user_code" | "uid",
  value: string,
): FoundModel | undefined {
  const row = db
    .prepare<[string, string], Row>(`SELECT id, payload, consumed_ms FROM oidc_record WHERE model = ? AND ${by} = ?`)
    .get(name, value);
  if (row === undefined) return undefined;
  return { id: row.id, payload: JSON.parse(row.payload) as object, consumedMs: row.consumed_ms ?? undefined };
}

/** Marks a model as used. False when it is already used or missing: only one of two concurrent calls succeeds. */
export function consumeModel(db: WritableDb, name: string, id: string, nowMs: number): boolean {
  return (
    db
      .prepare("UPDATE oidc_record SET consumed_ms = ? WHERE model = ? AND id = ? AND consumed_ms IS NULL")
      .run(nowMs, name, id).changes === 1
  );
}

export function removeModel(db: WritableDb, name: string, id: string): void {
  db.prepare("DELETE FROM oidc_record WHERE model = ? AND id = ?").run(name, id);
}

/** Removes the models of one name that belong to a grant. */
export function removeModelsOfGrant(db: WritableDb, name: string, grantId: string): void {
  db.prepare("DELETE FROM oidc_record WHERE grant_id = ? AND model = ?").run(grantId, name);
}

/** Removes a grant with its codes and tokens. */
export function removeGrant(db: WritableDb, grantId: string): void {
  db.transaction(() => {
    db.prepare("DELETE FROM oidc_record WHERE grant_id = ?").run(grantId);
    removeModel(db, "Grant", grantId);
  })();
}

/** Removes expired models and returns their number. */
export function purgeExpiredModels(db: WritableDb, nowMs: number): number {
  return db.prepare("DELETE FROM oidc_record WHERE expires_ms <= ?").run(nowMs).changes;
}
