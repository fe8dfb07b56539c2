import Database from "better-sqlite3";
import type { StoredValue } from "./record.decode.ts";
import type { Table } from "./tables.ts";
import type { ReadRow } from "./tree-pages.ts";

const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** Stores a row that was read; false where the table does not take it. Columns that it does not have get their default. */
export function insertRow(db: Database.Database, { name, columns }: Table, { rowId, values }: ReadRow): boolean {
  const stored: StoredValue[] = columns
    .slice(0, values.length)
    .map(({ isRowId }, index) => (isRowId ? (rowId ?? null) : values[index]!));
  try {
    insertInto(db, name, columns.slice(0, values.length)).run(...stored);
    return true;
  } catch (error) {
    // Whatever fails for another reason than the row, such as a full disk, ends the work.
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_CONSTRAINT")) return false;
    throw error;
  }
}

function insertInto(db: Database.Database, table: string, columns: Table["columns"]): Database.Statement {
  const known = statements.get(db) ?? new Map<string, Database.Statement>();
  statements.set(db, known);
  const key = `${table} ${columns.length}`;
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map(() => "?").join(", ");
  const statement = known.get(key) ?? db.prepare(`INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${places})`);
  known.set(key, statement);
  return statement;
}
