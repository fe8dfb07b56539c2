import type Database from "better-sqlite3";

/** Map sets: files of tiles. Those that were uploaded are in the folder `map-sets` of the data directory, by their id. */
export function mapSetsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE map_set (
      id TEXT PRIMARY KEY,
      owner_id TEXT NOT NULL,
      name TEXT NOT NULL,
      -- Path of a file that stays where it is; null for one in the folder.
      path TEXT,
      -- Size and time of the file when it was added: another one under the same path is not this map.
      bytes INTEGER NOT NULL,
      modified_ms INTEGER NOT NULL,
      container TEXT NOT NULL,
      format TEXT NOT NULL,
      min_zoom INTEGER NOT NULL,
      max_zoom INTEGER NOT NULL,
      -- Degrees.
      west REAL NOT NULL,
      south REAL NOT NULL,
      east REAL NOT NULL,
      north REAL NOT NULL,
      attribution TEXT NOT NULL,
      tile_size INTEGER,
      style TEXT,
      -- [{id, fields}] as JSON.
      layers TEXT NOT NULL,
      -- Place in the drawing order, the lowest first.
      position INTEGER NOT NULL,
      opacity REAL NOT NULL,
      added_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}
