import type Database from "better-sqlite3";

/** Until where the received telemetry of another station was fetched. */
export function fetchedSightingsSchema(db: Database.Database): void {
  db.exec(`
    -- The cursor that the peer gave for what changed there; NULL before the first time.
    ALTER TABLE sync_peer ADD COLUMN sightings_cursor TEXT;
  `);
}
