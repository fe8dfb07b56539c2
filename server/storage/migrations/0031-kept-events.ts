import type Database from "better-sqlite3";

/** Events that wait to be delivered by an output, so that a restart loses none. */
export function keptEventsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE output_event (
      -- In the order in which they happened.
      id INTEGER PRIMARY KEY,
      output TEXT NOT NULL,
      name TEXT NOT NULL,
      at_ms INTEGER NOT NULL,
      -- JSON of the live event, as it was when it happened.
      payload TEXT NOT NULL
    ) STRICT;
  `);
}
