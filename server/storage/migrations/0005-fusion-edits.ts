import type Database from "better-sqlite3";

/**
 * What a person decided about which suboperations are one flight. A suboperation that is held stays in its operation, whatever
 * the station makes of it. The edits are a history: they name what they are about by its public ids, so that it can be
 * removed for good without them.
 */
export function fusionEditsSchema(db: Database.Database): void {
  db.exec(`
    ALTER TABLE suboperation ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE fusion_edit (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('merge', 'split', 'undo')),
      made_ms INTEGER NOT NULL,
      -- Null for the operator of the computer itself, who has no account.
      user TEXT,
      undoes INTEGER REFERENCES fusion_edit (id),
      -- Operations in the order in which they are told.
      operations TEXT NOT NULL,
      -- Where each suboperation was and went, with reason, confidence and whether it was held.
      placements TEXT NOT NULL,
      -- Which operation each operation was, and is, part of.
      redirects TEXT NOT NULL
    ) STRICT;

    CREATE TABLE fusion_edit_operation (
      operation TEXT NOT NULL,
      edit INTEGER NOT NULL REFERENCES fusion_edit (id),
      PRIMARY KEY (operation, edit)
    ) STRICT, WITHOUT ROWID;
  `);
}
