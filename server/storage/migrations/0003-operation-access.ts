import type Database from "better-sqlite3";

/**
 * Access granted to accounts. A share of an operation applies to all suboperations of the same owner in it, including
 * later ones; suboperations of other owners can only be shared by them. What the station's own receivers received
 * belongs to the station: administrators need no row here, and every signed-in user can read it because it is public.
 */
export function operationAccessSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE operation_access (
      user TEXT NOT NULL REFERENCES user_account (id),
      operation INTEGER NOT NULL REFERENCES operation (id),
      -- Owner of the suboperations it applies to; empty for the station's.
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
