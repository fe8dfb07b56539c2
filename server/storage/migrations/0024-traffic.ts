import type Database from "better-sqlite3";

/**
 * Aircraft with a crew. A position is one small row, clustered by time, because it is read by time only: for a moment
 * of the replay, and for alerts. What hardly changes is stored once a day and aircraft.
 */
export function trafficSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE traffic_aircraft (
      id INTEGER PRIMARY KEY,
      -- Days since 1970 in UTC: what is old is found without looking at the positions.
      day INTEGER NOT NULL,
      icao TEXT NOT NULL,
      -- Empty where unknown.
      callsign TEXT NOT NULL,
      category TEXT NOT NULL,
      sensor_id TEXT NOT NULL,
      UNIQUE (day, icao, callsign, category, sensor_id)
    ) STRICT;

    CREATE TABLE traffic_point (
      time_ms INTEGER NOT NULL,
      aircraft INTEGER NOT NULL,
      latitude_e7 INTEGER NOT NULL,
      longitude_e7 INTEGER NOT NULL,
      altitude_wgs84_mm INTEGER,
      altitude_pressure_mm INTEGER,
      is_on_ground INTEGER NOT NULL,
      speed_mmps INTEGER,
      heading_cdeg INTEGER,
      vertical_speed_mmps INTEGER,
      PRIMARY KEY (time_ms, aircraft)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE traffic_retention (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      max_age_days INTEGER NOT NULL
    ) STRICT;
  `);
}
