import type Database from "better-sqlite3";

/**
 * Manual merges and splits of operations. A suboperation that is held stays in its operation, whatever automatic fusion
 * would decide. The edits are a history: they refer to operations and suboperations by public id, so that these can be
 * purged without them.
 */
export function fusionEditsSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE suboperation ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE fusion_edit (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('merge', 'split', 'undo')),
      made_ms INTEGER NOT NULL,
      -- NULL for the local operator, who has no account.
      user TEXT,
      undoes INTEGER REFERENCES fusion_edit (id),
      -- Operations in the order in which the API lists them.
      operations TEXT NOT NULL,
      -- Previous and new operation of each suboperation, with link reason, confidence and whether it was held.
      placements TEXT NOT NULL,
      -- The operation that each operation was merged into before and after.
      redirects TEXT NOT NULL
    ) STRICT;

    CREATE TABLE fusion_edit_operation (
      operation TEXT NOT NULL,
      edit INTEGER NOT NULL REFERENCES fusion_edit (id),
      PRIMARY KEY (operation, edit)
    ) STRICT, WITHOUT ROWID;
  `);
}
