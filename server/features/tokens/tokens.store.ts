import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** A stored token; times in Unix milliseconds. */
export type StoredToken = {
  readonly id: string;
  readonly userId: string;
  readonly prefix: string;
  readonly name: string | null;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly lastUsedMs: number | null;
};

type TokenWithHash = StoredToken & { readonly hash: Buffer };

const COLUMNS = `id, user AS userId, prefix, name, created_ms AS createdMs, expires_ms AS expiresMs,
  last_used_ms AS lastUsedMs`;

/** Newest first. */
export function listStoredTokens(db: ReadableDb, userId: string): readonly StoredToken[] {
  return db
    .prepare<[string], StoredToken>(
      `SELECT ${COLUMNS} FROM personal_access_token WHERE user = ? ORDER BY created_ms DESC, id`,
    )
    .all(userId);
}

export function findStoredToken(db: ReadableDb, id: string): StoredToken | undefined {
  return db.prepare<[string], StoredToken>(`SELECT ${COLUMNS} FROM personal_access_token WHERE id = ?`).get(id);
}

/** Creates a lookup by prefix, prepared once because every request uses it. */
export function createPrefixLookup(db: ReadableDb): (prefix: string) => TokenWithHash | undefined {
  const statement = db.prepare<[string], TokenWithHash>(
    `SELECT ${COLUMNS}, hash FROM personal_access_token WHERE prefix = ?`,
  );
  return (prefix) => statement.get(prefix);
}

export function insertStoredToken(db: WritableDb, token: TokenWithHash): void {
  db.prepare(
    `INSERT INTO personal_access_token (id, user, prefix, hash, name, created_ms, expires_ms, last_used_ms)
     VALUES (@id, @userId, @prefix, @hash, @name, @createdMs, @expiresMs, @lastUsedMs)`,
  ).run(token);
}

/** False when there is no such token. */
export function removeStoredToken(db: WritableDb, id: string): boolean {
  return db.prepare("DELETE FROM personal_access_token WHERE id = ?").run(id).changes > 0;
}

export function removeStoredTokensOf(db: WritableDb, userId: string): void {
  db.prepare("DELETE FROM personal_access_token WHERE user = ?").run(userId);
}

/** Writes last uses (Unix milliseconds) by token id in one transaction; deleted tokens are skipped. */
export function updateLastUses(db: WritableDb, uses: ReadonlyMap<string, number>): void {
  const update = db.prepare("UPDATE personal_access_token SET last_used_ms = ? WHERE id = ?");
  db.transaction(() => {
    for (const [id, usedMs] of uses) update.run(usedMs, id);
  }).immediate();
}
