import type Database from "better-sqlite3";

/** Set-up of devices over USB: their settings as they were before they were changed. Secrets are never among them. */
export function setupSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE setup_snapshot (
      id TEXT PRIMARY KEY,
      serial_number TEXT,
      family TEXT NOT NULL,
      product TEXT,
      firmware TEXT,
      taken_ms INTEGER NOT NULL,
      -- Settings by name, as JSON.
      "values" TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX setup_snapshot_by_device ON setup_snapshot (serial_number, taken_ms);
  `);
}
