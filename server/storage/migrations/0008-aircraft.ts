import type Database from "better-sqlite3";

/** Aircraft of accounts, and aircraft models. Owners are ids of accounts, or that of the local operator. */
export function aircraftSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE aircraft_vendor (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE aircraft_model (
      id TEXT PRIMARY KEY,
      vendor TEXT NOT NULL REFERENCES aircraft_vendor (id),
      name TEXT NOT NULL COLLATE NOCASE,
      type TEXT NOT NULL,
      weight_g REAL,
      endurance_min INTEGER,
      uas_class TEXT NOT NULL,
      UNIQUE (vendor, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE aircraft (
      id TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      model TEXT REFERENCES aircraft_model (id),
      weight_g REAL,
      uas_class TEXT NOT NULL,
      endurance_min INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      -- When it was deleted; the row stays because flights refer to it.
      removed_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX aircraft_by_owner ON aircraft (owner);
  `);
}
