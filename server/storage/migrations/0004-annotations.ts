import type Database from "better-sqlite3";

/**
 * What people say about operations. A row stays with the operation it was made for; where that was merged into another
 * one it counts for the other, and goes back with it when the merge is undone. `user` is no reference: the one operator
 * of a station that trusts its own computer has no account.
 */
export function annotationsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE annotation (
      id TEXT PRIMARY KEY,
      operation INTEGER NOT NULL REFERENCES operation (id),
      -- NULL once the account of who wrote it is gone.
      user TEXT,
      note TEXT,
      created_ms INTEGER NOT NULL,
      updated_ms INTEGER NOT NULL,
      UNIQUE (operation, user)
    ) STRICT;
    CREATE INDEX annotation_by_user ON annotation (user) WHERE user IS NOT NULL;

    CREATE TABLE operation_seen (
      user TEXT NOT NULL,
      operation INTEGER NOT NULL REFERENCES operation (id) ON DELETE CASCADE,
      PRIMARY KEY (user, operation)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX operation_seen_by_operation ON operation_seen (operation);

    CREATE INDEX operation_by_merged ON operation (merged_into) WHERE merged_into IS NOT NULL;
  `);
}
