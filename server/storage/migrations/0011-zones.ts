import type Database from "better-sqlite3";

/** Geographical zones and airspaces, for the map, for search, and to find those that a planned flight touches. */
export function zonesSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE zone_set (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      format TEXT NOT NULL,
      issued_ms INTEGER,
      valid_from_ms INTEGER,
      imported_ms INTEGER NOT NULL,
      -- A large file is written in steps: 0 until it is complete, and again while it is being removed.
      is_whole INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE zone (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      zone_set TEXT NOT NULL REFERENCES zone_set (id),
      identifier TEXT NOT NULL,
      name TEXT NOT NULL,
      restriction TEXT NOT NULL,
      -- The remaining properties of the zone, in the form of the API.
      details TEXT NOT NULL
    );
    CREATE INDEX zone_by_set ON zone (zone_set);
    SELECT AddGeometryColumn('zone', 'geometry', 4326, 'MULTIPOLYGON', 'XY');
    SELECT CreateSpatialIndex('zone', 'geometry');
  `);
}
