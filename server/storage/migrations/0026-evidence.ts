import type Database from "better-sqlite3";

/** The keys that sign evidence packs, and the frames that are kept as they were received. */
export function evidenceSchema(db: Database.Database): void {
  db.exec(`
    -- The newest whose private part can be opened signs; the others say which keys this station had.
    CREATE TABLE evidence_key (
      id INTEGER PRIMARY KEY,
      public_pem TEXT NOT NULL,
      -- Sealed: PKCS #8, PEM.
      private_pem TEXT NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE raw_frame_settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
      keep_days INTEGER NOT NULL
    ) STRICT;

    -- So that nobody has to count them.
    CREATE TABLE raw_frame_total (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      frames INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT;
    INSERT INTO raw_frame_total (id, frames, bytes) VALUES (1, 0, 0);

    CREATE TABLE raw_frame (
      id INTEGER PRIMARY KEY,
      received_ms INTEGER NOT NULL,
      source_id TEXT NOT NULL,
      -- Network address of the sender; NULL where the medium has none.
      sender TEXT,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX raw_frame_received ON raw_frame (received_ms);
  `);
}
