import type Database from "better-sqlite3";

/** The retention policy and the last purge run: one row each. */
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

    -- Highest row ids that were assigned and purged, so that ids are never reused.
    CREATE TABLE purged_number (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      operation INTEGER NOT NULL,
      suboperation INTEGER NOT NULL
    ) STRICT;
    INSERT INTO purged_number VALUES (1, 0, 0);

    -- Deleted suboperations by deletion time; 0 for those that a purge is about to delete.
    CREATE INDEX suboperation_by_deleted ON suboperation (deleted_ms) WHERE deleted_ms IS NOT NULL;
  `);
}
