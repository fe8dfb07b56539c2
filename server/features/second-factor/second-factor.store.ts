import type { ReadableDb, WritableDb } from "../../storage/database.ts";

export type StoredApp = { readonly secret: string; readonly addedMs: number; readonly lastStep: number };

export type StoredPasskey = {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly rpId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly addedMs: number;
  readonly lastUsedMs: number | null;
};

type PasskeyRow = Omit<StoredPasskey, "transports"> & { readonly transports: string };

export function findApp(db: ReadableDb, userId: string): StoredApp | undefined {
  return db
    .prepare<[string], StoredApp>(
      "SELECT secret, added_ms AS addedMs, last_step AS lastStep FROM authenticator_app WHERE user = ?",
    )
    .get(userId);
}

export function upsertApp(db: WritableDb, userId: string, { secret, addedMs, lastStep }: StoredApp): void {
  db.prepare("INSERT OR REPLACE INTO authenticator_app (user, secret, added_ms, last_step) VALUES (?, ?, ?, ?)").run(
    userId,
    secret,
    addedMs,
    lastStep,
  );
}

/** Marks this time step and all earlier ones as used; false when it was used already. */
export function consumeStep(db: WritableDb, userId: string, step: number): boolean {
  return (
    db
      .prepare("UPDATE authenticator_app SET last_step = @step WHERE user = @userId AND last_step < @step")
      .run({ userId, step }).changes === 1
  );
}

export function removeApp(db: WritableDb, userId: string): boolean {
  return db.prepare("DELETE FROM authenticator_app WHERE user = ?").run(userId).changes > 0;
}

/** Oldest first. */
export function listPasskeys(db: ReadableDb, userId: string): readonly StoredPasskey[] {
  return db
    .prepare<[string], PasskeyRow>(
      `SELECT id, user AS userId, name, rp_id AS rpId, public_key AS publicKey, sign_count AS signCount, transports,
         added_ms AS addedMs, last_used_ms AS lastUsedMs
       FROM passkey WHERE user = ? ORDER BY added_ms, id`,
    )
    .all(userId)
    .map((row) => ({ ...row, transports: JSON.parse(row.transports) as string[] }));
}

/** False where there is a passkey with this id, of this account or of another. */
export function insertPasskey(db: WritableDb, passkey: StoredPasskey): boolean {
  return (
    db
      .prepare(
        `INSERT OR IGNORE INTO passkey
           (id, user, name, rp_id, public_key, sign_count, transports, added_ms, last_used_ms)
         VALUES (@id, @userId, @name, @rpId, @publicKey, @signCount, @transports, @addedMs, @lastUsedMs)`,
      )
      .run({ ...passkey, transports: JSON.stringify(passkey.transports) }).changes === 1
  );
}

export function updatePasskeyUse(db: WritableDb, id: string, signCount: number, nowMs: number): void {
  db.prepare("UPDATE passkey SET sign_count = ?, last_used_ms = ? WHERE id = ?").run(signCount, nowMs, id);
}

export function removePasskey(db: WritableDb, userId: string, id: string): boolean {
  return db.prepare("DELETE FROM passkey WHERE user = ? AND id = ?").run(userId, id).changes > 0;
}

export function hasFactor(db: ReadableDb, userId: string): boolean {
  return (
    db
      .prepare<[string, string], number>(
        `SELECT EXISTS (SELECT 1 FROM authenticator_app WHERE user = ?)
           OR EXISTS (SELECT 1 FROM passkey WHERE user = ?)`,
      )
      .pluck()
      .get(userId, userId) === 1
  );
}

export function countRecoveryCodes(db: ReadableDb, userId: string): number {
  return db.prepare<[string], number>("SELECT count(*) FROM recovery_code WHERE user = ?").pluck().get(userId) ?? 0;
}

export function replaceRecoveryHashes(db: WritableDb, userId: string, hashes: readonly Buffer[]): void {
  db.prepare("DELETE FROM recovery_code WHERE user = ?").run(userId);
  const insert = db.prepare("INSERT INTO recovery_code (user, hash) VALUES (?, ?)");
  for (const hash of hashes) insert.run(userId, hash);
}

/** Whether the account had this code; it no longer has it then. */
export function consumeRecoveryCode(db: WritableDb, userId: string, hash: Buffer): boolean {
  return db.prepare("DELETE FROM recovery_code WHERE user = ? AND hash = ?").run(userId, hash).changes === 1;
}

/** Removes everything. False where there was no second factor. */
export function removeFactors(db: WritableDb, userId: string): boolean {
  const had = hasFactor(db, userId);
  for (const table of ["authenticator_app", "passkey", "recovery_code"]) {
    db.prepare(`DELETE FROM ${table} WHERE user = ?`).run(userId);
  }
  return had;
}

export function isRequiredOfAdministrators(db: ReadableDb): boolean {
  return db.prepare<[], number>("SELECT administrators FROM second_factor_requirement").pluck().get() === 1;
}

export function saveRequirement(db: WritableDb, administrators: boolean): void {
  db.prepare("INSERT OR REPLACE INTO second_factor_requirement (id, administrators) VALUES (1, ?)").run(
    administrators ? 1 : 0,
  );
}
