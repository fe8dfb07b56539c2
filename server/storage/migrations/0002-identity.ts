import type Database from "better-sqlite3";

/**
 * Accounts and their credentials. Passwords are stored as argon2id hashes, personal access tokens as SHA-256 hashes;
 * the records of the OpenID Connect provider (`oidc_record`) belong to its adapter.
 */
export function identitySchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE user_account (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      -- Lower-case form that addresses are compared by.
      email_key TEXT NOT NULL UNIQUE,
      is_verified INTEGER NOT NULL,
      full_name TEXT,
      phone_number TEXT,
      uas_operator_id TEXT,
      pilot_license_id TEXT,
      country TEXT,
      default_aircraft TEXT,
      -- NULL when the user signs in only through an external provider, or can no longer sign in.
      password_hash TEXT,
      -- Set by an administrator: valid for one sign-in, in which the user chooses another.
      is_password_temporary INTEGER NOT NULL,
      is_administrator INTEGER NOT NULL,
      registered_ms INTEGER NOT NULL,
      -- Last sign-in with the password.
      last_signed_in_ms INTEGER,
      -- Access tokens issued before this are rejected, because password or address were changed.
      sessions_since_ms INTEGER NOT NULL,
      disabled_ms INTEGER,
      -- When the account was permanently anonymised.
      deactivated_ms INTEGER
    ) STRICT;

    CREATE TABLE user_preference (
      user TEXT NOT NULL REFERENCES user_account (id),
      property TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (user, property)
    ) STRICT, WITHOUT ROWID;

    -- Whether anyone may register, as set by an administrator; one row for a station that other computers can reach and
    -- one for a station that only its own computer can reach, so that a choice for the latter does not open the former.
    CREATE TABLE registration_choice (
      is_reachable INTEGER PRIMARY KEY,
      registration TEXT NOT NULL
    ) STRICT;

    -- Maps an external provider's subject to an account, as a hash of issuer and subject. It stays when the account is
    -- anonymised, so that the same person cannot return to it, and reveals nothing about the person.
    CREATE TABLE user_identity (
      subject_hash BLOB PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user_account (id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE personal_access_token (
      id TEXT PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user_account (id),
      prefix TEXT NOT NULL UNIQUE,
      hash BLOB NOT NULL,
      name TEXT,
      created_ms INTEGER NOT NULL,
      expires_ms INTEGER NOT NULL,
      last_used_ms INTEGER
    ) STRICT;
    CREATE INDEX personal_access_token_by_user ON personal_access_token (user);

    CREATE TABLE audit_entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      time_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      user_id TEXT,
      actor_id TEXT,
      address TEXT,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_entry_by_user ON audit_entry (user_id);
    CREATE INDEX audit_entry_by_time ON audit_entry (time_ms);

    CREATE TABLE oidc_record (
      model TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      grant_id TEXT,
      user_code TEXT,
      uid TEXT,
      expires_ms INTEGER,
      consumed_ms INTEGER,
      PRIMARY KEY (model, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX oidc_record_by_grant ON oidc_record (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX oidc_record_by_user_code ON oidc_record (user_code) WHERE user_code IS NOT NULL;
    CREATE INDEX oidc_record_by_uid ON oidc_record (uid) WHERE uid IS NOT NULL;
    CREATE INDEX oidc_record_by_expiry ON oidc_record (expires_ms) WHERE expires_ms IS NOT NULL;

    CREATE TABLE signing_key (
      kid TEXT PRIMARY KEY,
      jwk TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      retired_ms INTEGER
    ) STRICT;

    CREATE TABLE oidc_client (
      client_id TEXT PRIMARY KEY,
      metadata TEXT NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;
  `);
}
