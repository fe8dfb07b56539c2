import type Database from "better-sqlite3";

/** How long each source was in which state, for the timeline. A source may have been removed since. */
export function sourceIntervalsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE source_interval (
      id INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      from_ms INTEGER NOT NULL,
      -- Moved on while it lasts, so that after a crash nothing is claimed of the time until the next start.
      until_ms INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX source_interval_by_until ON source_interval (until_ms);

    CREATE INDEX annotation_by_created ON annotation (created_ms);
  `);
}
