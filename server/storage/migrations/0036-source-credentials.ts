import type Database from "better-sqlite3";

/** The credentials of sources, which were among their settings, sealed as they are here. */
export function sourceCredentialsSchema(db: Database.Database): void {
  db.exec(`
    -- Sealed with a key that is not in the database: a password or the secret of a client.
    ALTER TABLE source ADD COLUMN credential TEXT;

    UPDATE source SET credential = settings ->> '$.password', settings = json_remove(settings, '$.password')
      WHERE settings ->> '$.kind' = 'mqtt';
    UPDATE source SET credential = settings ->> '$.client_secret', settings = json_remove(settings, '$.client_secret')
      WHERE settings ->> '$.kind' = 'netrid';
  `);
}
