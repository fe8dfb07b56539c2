import type Database from "better-sqlite3";

/**
 * Who was given access by name. A share for an operation goes for all the suboperations that the same owner has in it, those
 * that join later included; the other suboperations of a flight are others' to give. What the station's own receivers heard
 * belongs to the station: its administrators need no row here, and everybody who is signed in reads it as public.
 */
export function operationAccessSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE operation_access (
      user TEXT NOT NULL REFERENCES user_account (id),
      operation INTEGER NOT NULL REFERENCES operation (id),
      -- Whose suboperations it goes for; empty for the station's.
      owner TEXT NOT NULL,
      level TEXT NOT NULL CHECK (level IN ('read', 'write')),
      PRIMARY KEY (user, operation, owner)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX operation_access_by_operation ON operation_access (operation);

    CREATE TABLE suboperation_access (
      user TEXT NOT NULL REFERENCES user_account (id),
      suboperation INTEGER NOT NULL REFERENCES suboperation (id),
      level TEXT NOT NULL CHECK (level IN ('read', 'write')),
      PRIMARY KEY (user, suboperation)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX suboperation_access_by_suboperation ON suboperation_access (suboperation);
  `);
}
