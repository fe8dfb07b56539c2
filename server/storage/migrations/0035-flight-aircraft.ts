import type Database from "better-sqlite3";

/** The aircraft of a flight, which is shown and searched with its operation. */
export function flightAircraftSchema(db: Database.Database): void {
  db.exec(`
    -- Maker, model and type of the flight's aircraft, as JSON.
    ALTER TABLE suboperation ADD COLUMN aircraft TEXT;
  `);
}
