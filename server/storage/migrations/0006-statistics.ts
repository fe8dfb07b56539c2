import type Database from "better-sqlite3";

/**
 * Statistics, each of a set of suboperations: a single one, all of an operation, or those of it that a caller can see.
 * They are computed from telemetry and can be dropped at any time.
 */
export function statisticsSchema(db: Database.Database): void {
  db.exec(`
    -- Number of operator records, as record_count is that of aircraft records: both tell whether statistics are
    -- current.
    ALTER TABLE suboperation ADD COLUMN operator_count INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE statistics (
      -- Ids of the suboperations, ascending, as a JSON array.
      suboperations TEXT PRIMARY KEY,
      first_suboperation INTEGER NOT NULL REFERENCES suboperation (id) ON DELETE CASCADE,
      computed_ms INTEGER NOT NULL,
      -- Version of the input they were computed from; NULL when more arrived meanwhile.
      input_version TEXT,
      first_ms INTEGER,
      last_ms INTEGER,
      distance_m REAL,
      max_speed_mmps INTEGER,
      min_altitude_mm INTEGER,
      max_altitude_mm INTEGER,
      -- What both altitudes are above, MSL or WGS84; NULL when they are unknown.
      altitude_reference TEXT,
      min_ato_mm INTEGER,
      max_ato_mm INTEGER,
      min_operator_m REAL,
      max_operator_m REAL,
      min_sensor_m REAL,
      max_sensor_m REAL,
      -- Checkpoint from which the computation continues when more arrives, as JSON.
      checkpoint TEXT NOT NULL
    ) STRICT;
    CREATE INDEX statistics_by_suboperation ON statistics (first_suboperation);

    -- Finds the position of a sensor at a time, even if it rarely reports one.
    CREATE INDEX system_track_located ON system_track (sensor, time_ms) WHERE latitude_e7 IS NOT NULL;
  `);
}
