import type Database from "better-sqlite3";

/** Backups that the station makes by itself: when and where, which ones it made, and why the last one failed. */
export function backupsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE backup_settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- NULL: only when somebody asks for one.
      every_hours INTEGER,
      kept INTEGER NOT NULL,
      -- NULL: the folder backups of the data directory.
      folder TEXT
    ) STRICT;

    CREATE TABLE backup_file (
      path TEXT PRIMARY KEY,
      made_ms INTEGER NOT NULL,
      verified_ms INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      operations INTEGER NOT NULL,
      records INTEGER NOT NULL,
      accounts INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE backup_failure (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      failed_ms INTEGER NOT NULL,
      msg TEXT NOT NULL
    ) STRICT;
  `);
}
