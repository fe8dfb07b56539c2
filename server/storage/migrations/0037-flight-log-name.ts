import type Database from "better-sqlite3";

/** The name of an imported flight in its log, which it is shown by. */
export function flightLogNameSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE flight ADD COLUMN log_name TEXT;

    -- It covers the list of names.
    DROP INDEX flight_by_begin;
    CREATE INDEX flight_by_begin ON flight (coalesce(started_ms, planned_start_ms) DESC, id, visibility, owner, pilot, status,
      device, aircraft, planned_start_ms, planned_finish_ms, started_ms, finished_ms, distance_m, duration_s, callsign,
      source_name, declared_aircraft, log_name);
  `);
}
