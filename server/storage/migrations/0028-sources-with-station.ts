import type Database from "better-sqlite3";

/** Whether the sensors of a source move with the station, so that they are where its own receiver says. */
export function sourcesWithStationSchema(db: Database.Database): void {
  db.exec(`ALTER TABLE source ADD COLUMN with_station INTEGER NOT NULL DEFAULT 0 CHECK (with_station IN (0, 1))`);
}
