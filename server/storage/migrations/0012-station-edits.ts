import type Database from "better-sqlite3";

/** Splits that the station made by itself, in the same history as the edits of users. */
export function stationEditsSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE fusion_edit ADD COLUMN made_by TEXT NOT NULL DEFAULT 'user' CHECK (made_by IN ('user', 'station'));
    -- How far apart the suboperations were at once, metres; NULL for an edit of a user.
    ALTER TABLE fusion_edit ADD COLUMN distance_m REAL;
  `);
}
