import type Database from "better-sqlite3";

/** Regions that were fetched from a peer before leaving: the outcome, and the devices that the peer reported. */
export function regionSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE sync_take_along (
      peer TEXT PRIMARY KEY REFERENCES sync_peer (id) ON DELETE CASCADE,
      bbox TEXT NOT NULL,
      days INTEGER NOT NULL,
      state TEXT NOT NULL,
      started_ms INTEGER NOT NULL,
      ended_ms INTEGER,
      -- Its parts, as the API has them.
      parts TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sync_device (
      peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
      serial_number TEXT NOT NULL,
      -- Of the device here; NULL where it is not registered here.
      device TEXT,
      name TEXT NOT NULL,
      as_of_ms INTEGER NOT NULL,
      eligibility TEXT NOT NULL,
      configuration_set TEXT,
      PRIMARY KEY (peer, serial_number)
    ) STRICT, WITHOUT ROWID;

    -- Flights of which something is fetched on demand, and public flights of others: those are never sent back.
    CREATE TABLE sync_flight_copy (
      peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
      flight TEXT NOT NULL,
      is_others INTEGER NOT NULL,
      pilot_name TEXT,
      -- Since when somebody waits for its track; NULL while nobody does.
      wanted_ms INTEGER,
      fetched INTEGER NOT NULL DEFAULT 0,
      -- Why the track could not be fetched.
      detail TEXT,
      PRIMARY KEY (peer, flight)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sync_flight_copy_wanted ON sync_flight_copy (peer) WHERE wanted_ms IS NOT NULL;

    -- Which zone set here is the copy of which set of a peer.
    CREATE TABLE sync_zone_set (
      peer TEXT NOT NULL REFERENCES sync_peer (id) ON DELETE CASCADE,
      remote_set TEXT NOT NULL,
      zone_set TEXT NOT NULL,
      PRIMARY KEY (peer, remote_set)
    ) STRICT, WITHOUT ROWID;
  `);
}
