import type Database from "better-sqlite3";

/**
 * The time by which ages are judged (server/storage/age-clock.ts): one row. A recording from before begins with the time
 * of its newest audit entry, so that the clock of the first start after it is not simply believed.
 */
export function ageClockSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE age_clock (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- NULL until a station has run.
      time_ms INTEGER,
      -- Where the clock has jumped to, going on from there; NULL while it has not.
      jump_ms INTEGER,
      -- How long a station has run with it since.
      held_ms INTEGER NOT NULL
    ) STRICT;
    INSERT INTO age_clock VALUES (1, (SELECT time_ms FROM audit_entry ORDER BY id DESC LIMIT 1), NULL, 0);
  `);
}
