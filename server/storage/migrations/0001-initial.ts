import type Database from "better-sqlite3";

/**
 * Telemetry is stored once, as columns in whole units (the units are in the names), clustered by track and time so that
 * a track is read in one sweep. `track_segment` holds one R*Tree entry in x, y and time per 64 points; SpatiaLite holds
 * one line per track for other programs, never a geometry per point.
 */
export function initialSchema(db: Database.Database): void {
  // 0: inside the transaction of the migration.
  db.exec("SELECT InitSpatialMetaDataFull(0)");
  db.exec(SOURCES_AND_OPERATIONS);
  db.exec(TELEMETRY);
  db.exec(TRACK_GEOMETRY);
}

const SOURCES_AND_OPERATIONS = `
  CREATE TABLE source (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    sensor_id TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    settings TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE operation (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    -- Set when the operation turned out to be another one; its id goes on working.
    merged_into INTEGER REFERENCES operation (id)
  ) STRICT;
  CREATE INDEX operation_by_first ON operation (first_ms) WHERE merged_into IS NULL;
  CREATE INDEX operation_by_last ON operation (last_ms) WHERE merged_into IS NULL;
  CREATE INDEX operation_merged ON operation (merged_into) WHERE merged_into IS NOT NULL;

  CREATE TABLE suboperation (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,
    operation INTEGER NOT NULL REFERENCES operation (id),
    -- Whose it is: an account, or NULL for the station, whose own receivers received it.
    owner TEXT,
    -- Read by its owner, by administrators and by those it was shared with, not by everybody who is signed in.
    is_private INTEGER NOT NULL DEFAULT 0,
    -- Removed by somebody: in no answer any more, and kept until it is purged.
    deleted_ms INTEGER,
    sensor_id TEXT NOT NULL,
    technology TEXT NOT NULL,
    source_type TEXT NOT NULL,
    transmitter TEXT,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    record_count INTEGER NOT NULL,
    west_e7 INTEGER NOT NULL,
    south_e7 INTEGER NOT NULL,
    east_e7 INTEGER NOT NULL,
    north_e7 INTEGER NOT NULL,
    ua_type INTEGER,
    operator_id TEXT,
    classification TEXT,
    classification_type TEXT,
    identifiers TEXT NOT NULL,
    descriptions TEXT NOT NULL,
    authentication TEXT NOT NULL,
    warnings TEXT NOT NULL,
    link_reason TEXT NOT NULL,
    link_confidence REAL NOT NULL
  ) STRICT;
  CREATE INDEX suboperation_by_operation ON suboperation (operation);
  -- By the first time, which stays, not the last, which every record moves: an index entry would move with it.
  CREATE INDEX suboperation_by_transmitter ON suboperation (transmitter, first_ms);
  CREATE INDEX suboperation_by_sensor ON suboperation (sensor_id, first_ms);
  CREATE INDEX suboperation_by_first ON suboperation (first_ms);
  CREATE INDEX suboperation_by_owner ON suboperation (owner) WHERE owner IS NOT NULL;
  -- Empty while everything is public: then nobody is asked about anything.
  CREATE INDEX suboperation_private ON suboperation (operation) WHERE is_private = 1;
  CREATE INDEX suboperation_deleted ON suboperation (deleted_ms) WHERE deleted_ms IS NOT NULL;

  CREATE TABLE identifier (
    value TEXT NOT NULL,
    type TEXT NOT NULL,
    suboperation INTEGER NOT NULL REFERENCES suboperation (id),
    PRIMARY KEY (value, type, suboperation)
  ) STRICT, WITHOUT ROWID;
`;

const TELEMETRY = `
  CREATE TABLE ua_track (
    suboperation INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    time_accuracy_ms INTEGER,
    rid_time_ms INTEGER,
    received_ms INTEGER NOT NULL,
    operational_state TEXT NOT NULL,
    latitude_e7 INTEGER NOT NULL,
    longitude_e7 INTEGER NOT NULL,
    horizontal_accuracy_mm INTEGER,
    altitude_msl_mm INTEGER,
    altitude_msl_accuracy_mm INTEGER,
    altitude_wgs84_mm INTEGER,
    altitude_wgs84_accuracy_mm INTEGER,
    altitude_agl_mm INTEGER,
    altitude_ato_mm INTEGER,
    height_accuracy_mm INTEGER,
    altitude_pressure_mm INTEGER,
    altitude_pressure_accuracy_mm INTEGER,
    heading_cdeg INTEGER,
    horizontal_speed_mmps INTEGER,
    vertical_speed_mmps INTEGER,
    velocity_east_mmps INTEGER,
    velocity_north_mmps INTEGER,
    velocity_up_mmps INTEGER,
    speed_accuracy_mmps INTEGER,
    air_pressure_pa INTEGER,
    rssi_dbm INTEGER,
    PRIMARY KEY (suboperation, time_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE operator_track (
    suboperation INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    time_accuracy_ms INTEGER,
    received_ms INTEGER NOT NULL,
    latitude_e7 INTEGER NOT NULL,
    longitude_e7 INTEGER NOT NULL,
    horizontal_accuracy_mm INTEGER,
    altitude_type TEXT,
    altitude_mm INTEGER,
    altitude_accuracy_mm INTEGER,
    source_type TEXT NOT NULL,
    PRIMARY KEY (suboperation, time_ms)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sensor (
    id INTEGER PRIMARY KEY,
    sensor_id TEXT NOT NULL UNIQUE
  ) STRICT;

  CREATE TABLE system_track (
    sensor INTEGER NOT NULL REFERENCES sensor (id),
    time_ms INTEGER NOT NULL,
    time_accuracy_ms INTEGER,
    received_ms INTEGER NOT NULL,
    system_type TEXT NOT NULL,
    system_status TEXT NOT NULL,
    latitude_e7 INTEGER,
    longitude_e7 INTEGER,
    horizontal_accuracy_mm INTEGER,
    altitude_type TEXT,
    altitude_mm INTEGER,
    altitude_accuracy_mm INTEGER,
    power_type TEXT,
    input_millivolts INTEGER,
    charge_percent REAL,
    is_charging INTEGER,
    lte_status TEXT,
    lte_rsrq_db REAL,
    lte_rsrp_dbm REAL,
    lte_snr_db REAL,
    lte_tac INTEGER,
    lte_cell_id INTEGER,
    gnss_status TEXT,
    gnss_satellites INTEGER,
    PRIMARY KEY (sensor, time_ms)
  ) STRICT, WITHOUT ROWID;
`;

const TRACK_GEOMETRY = `
  -- Degrees × 10⁷ and whole seconds since 2019-01-01 (the epoch of ASTM F3411, good for 68 years on either side).
  CREATE VIRTUAL TABLE track_segment USING rtree_i32 (
    id, west_e7, east_e7, south_e7, north_e7, first_s, last_s, +suboperation INTEGER, +kind INTEGER
  );

  CREATE TABLE track_line (
    suboperation INTEGER PRIMARY KEY REFERENCES suboperation (id)
  );
  SELECT AddGeometryColumn('track_line', 'geometry', 4326, 'LINESTRING', 'XYM');
  SELECT CreateSpatialIndex('track_line', 'geometry');

  CREATE VIEW flight_tracks AS
    SELECT line.ROWID AS ROWID, operation.uuid AS operation_id, suboperation.uuid AS suboperation_id,
      suboperation.sensor_id AS sensor_id, suboperation.technology AS transmission_technology,
      json_extract(suboperation.identifiers, '$[0].value') AS uas_id, suboperation.operator_id AS uas_operator_id,
      strftime('%Y-%m-%dT%H:%M:%fZ', suboperation.first_ms / 1000.0, 'unixepoch') AS time_first_telemetry,
      strftime('%Y-%m-%dT%H:%M:%fZ', suboperation.last_ms / 1000.0, 'unixepoch') AS time_last_telemetry,
      suboperation.record_count AS record_count, line.geometry AS geometry
    FROM track_line AS line
    JOIN suboperation ON suboperation.id = line.suboperation
    JOIN operation ON operation.id = suboperation.operation
    WHERE suboperation.deleted_ms IS NULL;
  INSERT INTO views_geometry_columns
    (view_name, view_geometry, view_rowid, f_table_name, f_geometry_column, read_only)
    VALUES ('flight_tracks', 'geometry', 'rowid', 'track_line', 'geometry', 1);
`;
