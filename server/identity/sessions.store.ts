import { SECOND_MS } from "../kernel/clock.ts";
import type { ReadableDb, WritableDb } from "../storage/database.ts";
import { removeGrant } from "./oidc-models.store.ts";

/** An application a user is signed in to: a consent with a valid refresh token. Times in Unix milliseconds. */
export type SignedInApp = {
  readonly id: string;
  readonly clientId: string;
  readonly createdMs: number;
  readonly lastUsedMs: number;
  readonly expiresMs: number;
};

type Row = {
  readonly id: string;
  readonly client_id: string;
  readonly created_s: number;
  readonly last_used_s: number;
  readonly expires_ms: number;
};

/** Most recently used first. */
export function listSignedInApps(db: ReadableDb, userId: string, nowMs: number): readonly SignedInApp[] {
  return db
    .prepare<[string, number], Row>(
      `SELECT grant.id, grant.payload ->> '$.clientId' AS client_id, grant.payload ->> '$.iat' AS created_s,
         max(token.payload ->> '$.iat') AS last_used_s, max(token.expires_ms) AS expires_ms
       FROM oidc_record AS grant
       JOIN oidc_record AS token ON token.grant_id = grant.id AND token.model = 'RefreshToken'
       WHERE grant.model = 'Grant' AND grant.payload ->> '$.accountId' = ?
         AND token.consumed_ms IS NULL AND token.expires_ms > ?
       GROUP BY grant.id ORDER BY last_used_s DESC, grant.id`,
    )
    .all(userId, nowMs)
    .map((row) => ({
      id: row.id,
      clientId: row.client_id,
      createdMs: row.created_s * SECOND_MS,
      lastUsedMs: row.last_used_s * SECOND_MS,
      expiresMs: row.expires_ms,
    }));
}

/** Ends a session. Returns its client id, or undefined when the user has no such session. */
export function removeSignedInApp(db: WritableDb, userId: string, id: string): string | undefined {
  const clientId = db
    .prepare<[string, string], string>(
      `SELECT payload ->> '$.clientId' FROM oidc_record
       WHERE model = 'Grant' AND id = ? AND payload ->> '$.accountId' = ?`,
    )
    .pluck()
    .get(id, userId);
  if (clientId !== undefined) removeGrant(db, id);
  return clientId;
}

/** Whether the consent of an access token still exists. */
export function isGrantAlive(db: ReadableDb, grantId: string, nowMs: number): boolean {
  return (
    db
      .prepare<[string, number], number>(
        "SELECT 1 FROM oidc_record WHERE model = 'Grant' AND id = ? AND (expires_ms IS NULL OR expires_ms > ?)",
      )
      .pluck()
      .get(grantId, nowMs) === 1
  );
}

/** Removes all models of a user: browser sessions, consents, codes and tokens. Returns their number. */
export function removeModelsOfUser(db: WritableDb, userId: string): number {
  return db
    .prepare(
      `DELETE FROM oidc_record
       WHERE payload ->> '$.accountId' = @userId OR payload ->> '$.session.accountId' = @userId`,
    )
    .run({ userId }).changes;
}

/** Removes the models of all users: every session, consent, code and token. */
export function removeAllSignIns(db: WritableDb): void {
  db.prepare("DELETE FROM oidc_record WHERE model <> 'CookieSecret'").run();
}
