import type Database from "better-sqlite3";

/** Marks without a time, which are searched every second: an outbox may have a hundred thousand others. */
export function unmarkedSyncStepsSchema(db: Database.Database): void {
  db.exec("CREATE INDEX sync_step_unmarked ON sync_step (id) WHERE marked_ms IS NULL");
}
