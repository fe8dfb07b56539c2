import type Database from "better-sqlite3";

/**
 * What is older than the newest points of a track is kept packed: a segment is some points of one track in one value
 * (docs/telemetry-layout.md). Between the first and the last time of a segment, both inclusive, the track has no point
 * of that kind as a row, and no other segment. The entries of the spatial index, which had that name, are extents.
 */
export function packedSegmentsSchema(db: Database.Database): void {
  // Else SQLite checks every trigger of the file, and one of SpatiaLite's names a column that SQLite does not find.
  db.pragma("legacy_alter_table = ON");
  db.exec("ALTER TABLE track_segment RENAME TO track_extent");
  db.pragma("legacy_alter_table = OFF");
  db.exec(`
    CREATE TABLE packed_segment (
      id INTEGER PRIMARY KEY,
      suboperation INTEGER NOT NULL,
      -- 0 is the aircraft, 1 its operator, as in track_extent.
      kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
      first_ms INTEGER NOT NULL,
      last_ms INTEGER NOT NULL CHECK (last_ms >= first_ms),
      point_count INTEGER NOT NULL CHECK (point_count > 0),
      bytes BLOB NOT NULL
    ) STRICT;
    -- By the last time: segments do not overlap, so the first one that ends at or after a time is the next to read.
    CREATE UNIQUE INDEX packed_segment_by_time ON packed_segment (suboperation, kind, last_ms);
  `);
}
