import type Database from "better-sqlite3";

/** How long the station keeps what it recorded, and how the last purge went: one row each. */
export function retentionSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE retention_policy (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      max_age_days INTEGER,
      max_size_mb INTEGER,
      removed_grace_days INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE purge_run (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      started_ms INTEGER NOT NULL,
      finished_ms INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      operations INTEGER NOT NULL,
      suboperations INTEGER NOT NULL,
      records INTEGER NOT NULL,
      freed_bytes INTEGER NOT NULL
    ) STRICT;

    -- The highest numbers that were given out and are gone: they are never given to something else.
    CREATE TABLE purged_number (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      operation INTEGER NOT NULL,
      suboperation INTEGER NOT NULL
    ) STRICT;
    INSERT INTO purged_number VALUES (1, 0, 0);

    -- What was removed, by when; 0 for what a purge is about to remove for good.
    CREATE INDEX suboperation_by_deleted ON suboperation (deleted_ms) WHERE deleted_ms IS NOT NULL;
  `);
}
