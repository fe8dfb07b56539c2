import type Database from "better-sqlite3";

/** Second factors of accounts, and how backups are encrypted. */
export function protectionSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE authenticator_app (
      user TEXT PRIMARY KEY REFERENCES user_account (id),
      -- Sealed with the key that is stored beside the database.
      secret TEXT NOT NULL,
      added_ms INTEGER NOT NULL,
      -- Time step of the last code that was accepted (RFC 6238, 5.2): a code is good once.
      last_step INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE passkey (
      -- Credential id, base64url.
      id TEXT PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user_account (id),
      name TEXT NOT NULL,
      -- The name of the station that it was made for (WebAuthn, relying party id).
      rp_id TEXT NOT NULL,
      public_key BLOB NOT NULL,
      sign_count INTEGER NOT NULL,
      -- A JSON array.
      transports TEXT NOT NULL,
      added_ms INTEGER NOT NULL,
      last_used_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkey_by_user ON passkey (user);

    CREATE TABLE recovery_code (
      user TEXT NOT NULL REFERENCES user_account (id),
      hash BLOB NOT NULL,
      PRIMARY KEY (user, hash)
    ) STRICT, WITHOUT ROWID;

    -- No row: not encrypted.
    CREATE TABLE backup_encryption (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- Public keys of age, a JSON array; NULL where there is a passphrase.
      recipients TEXT,
      -- Sealed with the key that is stored beside the database.
      passphrase TEXT,
      CHECK ((recipients IS NULL) <> (passphrase IS NULL))
    ) STRICT;
    ALTER TABLE backup_file ADD COLUMN is_encrypted INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE second_factor_requirement (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      administrators INTEGER NOT NULL
    ) STRICT;
  `);
}
