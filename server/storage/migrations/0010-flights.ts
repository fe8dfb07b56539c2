import type Database from "better-sqlite3";

/** Flights of accounts. Their telemetry is stored as a suboperation, together with all other telemetry. */
export function flightsSchema(db: Database.Database): void {
  db.exec(`
    -- The planned state of the flight behind a suboperation; shown while there is no telemetry.
    ALTER TABLE suboperation ADD COLUMN plan TEXT;

    CREATE TABLE flight (
      id TEXT PRIMARY KEY,
      suboperation INTEGER NOT NULL UNIQUE,
      owner TEXT NOT NULL,
      pilot TEXT NOT NULL,
      organization TEXT,
      planned_start_ms INTEGER NOT NULL,
      planned_finish_ms INTEGER NOT NULL,
      started_ms INTEGER,
      finished_ms INTEGER,
      status TEXT NOT NULL,
      closing_flag TEXT,
      visibility TEXT NOT NULL,
      device TEXT REFERENCES device (id),
      aircraft TEXT REFERENCES aircraft (id),
      -- The region as submitted, and as parsed: for flights started by a device they differ in the order of
      -- coordinates.
      region TEXT NOT NULL,
      area TEXT NOT NULL,
      -- Above mean sea level; NULL for a flight whose log has no known height.
      ceiling_m REAL,
      max_height_m REAL,
      lower_altitude_m REAL,
      takeoff_latitude REAL NOT NULL,
      takeoff_longitude REAL NOT NULL,
      takeoff_altitude_m REAL,
      takeoff_pressure_hpa REAL,
      operation_mode TEXT,
      operation_category TEXT,
      source TEXT NOT NULL,
      color_tag TEXT,
      callsign TEXT,
      distance_m REAL,
      duration_s INTEGER,
      bbox TEXT,
      thumbnail TEXT,
      -- When post-processing was requested, which is possible once.
      processing_asked_ms INTEGER,
      -- Of the log that it was imported from: the file's name, and the aircraft that the log declares.
      source_name TEXT,
      declared_aircraft TEXT,
      created_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Covering indexes for the filters of a list, in its default order: rows are wide because of the region and
    -- thumbnail, so only the rows of one page are read.
    CREATE INDEX flight_by_begin ON flight (coalesce(started_ms, planned_start_ms) DESC, id, visibility, owner, pilot, status,
      device, aircraft, planned_start_ms, planned_finish_ms, started_ms, finished_ms, distance_m, duration_s, callsign,
      source_name, declared_aircraft);
    CREATE INDEX flight_by_owner ON flight (owner, coalesce(started_ms, planned_start_ms) DESC, id, visibility, pilot);
    CREATE INDEX flight_by_pilot ON flight (pilot, coalesce(started_ms, planned_start_ms) DESC, id, visibility, owner);
    CREATE INDEX flight_by_device ON flight (device, planned_start_ms);
    CREATE INDEX flight_in_processing ON flight (id) WHERE status = 'processing';

    CREATE TABLE flight_status (
      flight TEXT NOT NULL REFERENCES flight (id),
      time_ms INTEGER NOT NULL,
      received_ms INTEGER NOT NULL,
      battery_v REAL,
      cell_id TEXT,
      rsrp_dbm REAL,
      rsrq_db REAL,
      snr_db REAL,
      tac TEXT,
      satellites INTEGER,
      is_charging INTEGER,
      PRIMARY KEY (flight, time_ms)
    ) STRICT, WITHOUT ROWID;
  `);
}
