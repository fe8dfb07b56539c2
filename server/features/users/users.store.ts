import type { ReadableDb, WritableDb } from "../../storage/database.ts";
import type { Account, Preferences } from "./users.model.ts";
import { emailKeyOf } from "./users.rules.ts";

type Row = Omit<Account, "isVerified" | "isAdministrator" | "isPasswordTemporary"> & {
  readonly isPasswordTemporary: number;
  readonly isVerified: number;
  readonly isAdministrator: number;
};

const COLUMNS = `id, email, is_verified AS isVerified, full_name AS fullName, phone_number AS phoneNumber,
  uas_operator_id AS uasOperatorId, pilot_license_id AS pilotLicenseId, country,
  default_aircraft AS defaultAircraft, password_hash AS passwordHash, is_password_temporary AS isPasswordTemporary, is_administrator AS isAdministrator,
  registered_ms AS registeredMs, last_signed_in_ms AS lastSignedInMs, sessions_since_ms AS sessionsSinceMs, disabled_ms AS disabledMs,
  deactivated_ms AS deactivatedMs`;

/** Creates a lookup by id, prepared once because every request uses it. */
export function createAccountLookup(db: ReadableDb): (id: string) => Account | undefined {
  const statement = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM user_account WHERE id = ?`);
  return (id) => {
    const row = statement.get(id);
    return row && accountFromRow(row);
  };
}

export function findAccountByEmail(db: ReadableDb, email: string): Account | undefined {
  const row = db
    .prepare<[string], Row>(`SELECT ${COLUMNS} FROM user_account WHERE email_key = ?`)
    .get(emailKeyOf(email));
  return row && accountFromRow(row);
}

/** The account of an external provider's subject. */
export function findAccountBySubject(db: ReadableDb, subjectHash: Buffer): Account | undefined {
  const row = db
    .prepare<[Buffer], Row>(
      `SELECT ${COLUMNS} FROM user_account WHERE id = (SELECT user FROM user_identity WHERE subject_hash = ?)`,
    )
    .get(subjectHash);
  return row && accountFromRow(row);
}

/** Accounts, oldest first; all of them without a page. */
export function listAccounts(
  db: ReadableDb,
  { limit = -1, offset = 0 }: { readonly limit?: number; readonly offset?: number } = {},
): readonly Account[] {
  return db
    .prepare<[number, number], Row>(`SELECT ${COLUMNS} FROM user_account ORDER BY registered_ms, id LIMIT ? OFFSET ?`)
    .all(limit, offset)
    .map(accountFromRow);
}

/** Creates a count of all accounts, prepared once because every check of the station's health uses it. */
export function createAccountCount(db: ReadableDb): () => number {
  const statement = db.prepare<[], number>("SELECT count(*) FROM user_account").pluck();
  return () => statement.get() ?? 0;
}

/** Whether there is an active administrator other than this account. */
export function hasOtherAdministrator(db: ReadableDb, id: string): boolean {
  const others = db.prepare<[string], number>(
    `SELECT 1 FROM user_account
     WHERE is_administrator = 1 AND disabled_ms IS NULL AND deactivated_ms IS NULL AND id <> ? LIMIT 1`,
  );
  return others.pluck().get(id) === 1;
}

export function insertAccount(db: WritableDb, account: Account): void {
  db.prepare(
    `INSERT INTO user_account (id, email, email_key, is_verified, full_name, phone_number, uas_operator_id,
       pilot_license_id, country, default_aircraft, password_hash, is_password_temporary, is_administrator, registered_ms,
       sessions_since_ms, disabled_ms, deactivated_ms)
     VALUES (@id, @email, @emailKey, @isVerified, @fullName, @phoneNumber, @uasOperatorId, @pilotLicenseId,
       @country, @defaultAircraft, @passwordHash, @isPasswordTemporary, @isAdministrator, @registeredMs, @sessionsSinceMs, @disabledMs,
       @deactivatedMs)`,
  ).run(rowFromAccount(account));
}

export function updateAccount(db: WritableDb, account: Account): void {
  db.prepare(
    `UPDATE user_account SET email = @email, email_key = @emailKey, is_verified = @isVerified,
       full_name = @fullName, phone_number = @phoneNumber, uas_operator_id = @uasOperatorId,
       pilot_license_id = @pilotLicenseId, country = @country, default_aircraft = @defaultAircraft,
       password_hash = @passwordHash, is_password_temporary = @isPasswordTemporary,
       is_administrator = @isAdministrator,
       sessions_since_ms = @sessionsSinceMs, disabled_ms = @disabledMs, deactivated_ms = @deactivatedMs
     WHERE id = @id`,
  ).run(rowFromAccount(account));
}

/** `timeMs`: Unix milliseconds. */
export function updateLastSignIn(db: WritableDb, id: string, timeMs: number): void {
  db.prepare("UPDATE user_account SET last_signed_in_ms = ? WHERE id = ?").run(timeMs, id);
}

export function insertSubject(db: WritableDb, subjectHash: Buffer, userId: string): void {
  db.prepare("INSERT INTO user_identity (subject_hash, user) VALUES (?, ?)").run(subjectHash, userId);
}

/** By name. */
export function listPreferences(db: ReadableDb, userId: string): Preferences {
  const rows = db
    .prepare<[string], { property: string; value: string }>(
      "SELECT property, value FROM user_preference WHERE user = ? ORDER BY property",
    )
    .all(userId);
  return Object.fromEntries(rows.map(({ property, value }) => [property, value]));
}

export function upsertPreference(db: WritableDb, userId: string, property: string, value: string): void {
  db.prepare(
    `INSERT INTO user_preference (user, property, value) VALUES (?, ?, ?)
     ON CONFLICT (user, property) DO UPDATE SET value = excluded.value`,
  ).run(userId, property, value);
}

export function removePreference(db: WritableDb, userId: string, property: string): void {
  db.prepare("DELETE FROM user_preference WHERE user = ? AND property = ?").run(userId, property);
}

export function removePreferences(db: WritableDb, userId: string): void {
  db.prepare("DELETE FROM user_preference WHERE user = ?").run(userId);
}

/** The administrator's choice for a station that others can reach, or for one that only its own computer can reach. */
export function findRegistrationChoice(db: ReadableDb, isReachable: boolean): "open" | "closed" | undefined {
  return db
    .prepare<[number], "open" | "closed">("SELECT registration FROM registration_choice WHERE is_reachable = ?")
    .pluck()
    .get(isReachable ? 1 : 0);
}

export function upsertRegistrationChoice(db: WritableDb, isReachable: boolean, registration: "open" | "closed"): void {
  db.prepare(
    `INSERT INTO registration_choice (is_reachable, registration) VALUES (?, ?)
     ON CONFLICT (is_reachable) DO UPDATE SET registration = excluded.registration`,
  ).run(isReachable ? 1 : 0, registration);
}

function accountFromRow(row: Row): Account {
  return {
    ...row,
    isVerified: row.isVerified === 1,
    isAdministrator: row.isAdministrator === 1,
    isPasswordTemporary: row.isPasswordTemporary === 1,
  };
}

function rowFromAccount(account: Account): Row & { readonly emailKey: string } {
  return {
    ...account,
    emailKey: emailKeyOf(account.email),
    isVerified: account.isVerified ? 1 : 0,
    isAdministrator: account.isAdministrator ? 1 : 0,
    isPasswordTemporary: account.isPasswordTemporary ? 1 : 0,
  };
}
