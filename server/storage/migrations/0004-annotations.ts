import type Database from "better-sqlite3";

/**
 * Annotations of operations by users. A row keeps the operation it was created for; while that is merged into another
 * operation it belongs to the other, and returns when the merge is undone. `user` is not a foreign key, because the
 * operator of a station that trusts its own computer has no account.
 */
export function annotationsSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE annotation (
      id TEXT PRIMARY KEY,
      operation INTEGER NOT NULL REFERENCES operation (id),
      -- NULL once the author's account has been deactivated.
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
