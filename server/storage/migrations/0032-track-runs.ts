import type Database from "better-sqlite3";

/**
 * Points of a track that are written together are a small segment from the beginning, a run; the packing joins runs and
 * rows into full segments. It finds them by the index, which holds nothing else.
 */
export function trackRunsSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE packed_segment ADD COLUMN is_run INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX packed_run_by_time ON packed_segment (suboperation, kind, last_ms) WHERE is_run = 1;
  `);
}
