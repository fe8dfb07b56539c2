import type Database from "better-sqlite3";

/** Other systems that the station sends to. */
export function outputsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE output (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      -- The account whose rights decide what is sent; without a foreign key, because the local operator has no account.
      owner TEXT NOT NULL,
      -- JSON as in the contract, without the credential.
      settings TEXT NOT NULL,
      -- Sealed with a key that is not in the database: a PEM, a password or the secret of a webhook.
      credential TEXT,
      filter TEXT,
      created_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
