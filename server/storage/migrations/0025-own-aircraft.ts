import type Database from "better-sqlite3";

/** The creators of sources, the flights of connected autopilots, and the states that these report in flight. */
export function ownAircraftSchema(db: Database.Database): void {
  db.exec(`
    -- Id of an account, or of the local operator; NULL for sources of earlier versions.
    ALTER TABLE source ADD COLUMN made_by TEXT;

    ALTER TABLE flight_status ADD COLUMN mode TEXT;
    ALTER TABLE flight_status ADD COLUMN battery_percent INTEGER;
    ALTER TABLE flight_status ADD COLUMN link_percent INTEGER;

    CREATE TABLE vehicle_flight (
      source TEXT NOT NULL,
      system_id INTEGER NOT NULL,
      flight TEXT NOT NULL,
      PRIMARY KEY (source, system_id)
    ) STRICT, WITHOUT ROWID;
  `);
}
