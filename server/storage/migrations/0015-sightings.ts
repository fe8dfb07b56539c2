import type Database from "better-sqlite3";

/**
 * Received telemetry between stations. `change_seq` numbers the changes of suboperations, so that what changed since a
 * time is found without a mark per record or per peer: it is written with the row itself.
 */
export function sightingsSchema(db: Database.Database): void {
  db.exec(`
    -- One row: the id under which other stations know this one.
    CREATE TABLE station (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

    -- The station whose receivers received it, and the account that sent it here; NULL for this station's own.
    ALTER TABLE suboperation ADD COLUMN origin TEXT;
    ALTER TABLE suboperation ADD COLUMN sender TEXT;
    ALTER TABLE suboperation ADD COLUMN change_seq INTEGER NOT NULL DEFAULT 0;
    UPDATE suboperation SET change_seq = id;
    CREATE INDEX suboperation_by_change ON suboperation (change_seq);

    -- Ids of suboperations that were united with another one.
    CREATE TABLE suboperation_united (
      uuid TEXT PRIMARY KEY,
      suboperation INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX suboperation_united_into ON suboperation_united (suboperation);

    -- What this station's own receivers received, and everybody may know: what may go to other stations.
    CREATE VIEW sendable_suboperation AS
      SELECT id, uuid, operation, first_ms, last_ms, change_seq FROM suboperation
      WHERE origin IS NULL AND owner IS NULL AND is_private = 0 AND deleted_ms IS NULL
        AND source_type IN ('rid_receiver', 'network');

    -- Changes of suboperations until this one are among the steps of the peer.
    ALTER TABLE sync_peer ADD COLUMN sightings_seq INTEGER NOT NULL DEFAULT 0;

    -- What a person makes public or restores is a change too; telemetry is numbered by what stores it.
    CREATE TRIGGER suboperation_shown AFTER UPDATE OF is_private, deleted_ms ON suboperation
      WHEN OLD.is_private IS NOT NEW.is_private OR OLD.deleted_ms IS NOT NEW.deleted_ms
      BEGIN
        UPDATE suboperation SET change_seq = (SELECT max(change_seq) + 1 FROM suboperation) WHERE id = NEW.id;
      END;
  `);
}
