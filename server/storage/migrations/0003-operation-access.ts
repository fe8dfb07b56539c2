import type Database from "better-sqlite3";

/**
 * Who was given access to an operation by name. What the station's own receivers heard belongs to the station: its
 * administrators need no row here, and everybody who is signed in reads it as public.
 */
export function operationAccessSchema(db: Database.Database): void {
  db.exec(`
    CREATE TABLE operation_access (
      user TEXT NOT NULL REFERENCES user_account (id),
      operation INTEGER NOT NULL REFERENCES operation (id),
      level TEXT NOT NULL CHECK (level IN ('read', 'write')),
      PRIMARY KEY (user, operation)
    ) STRICT, WITHOUT ROWID;
  `);
}
