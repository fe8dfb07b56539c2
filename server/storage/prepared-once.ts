import type Database from "better-sqlite3";
import type { ReadableDb } from "./database.ts";

/** Statements of a connection; those of lists differ by their filters and their order. */
const MAX_KEPT = 200;

const kept = new WeakMap<ReadableDb, Map<string, Database.Statement>>();

/**
 * A statement whose text is made for each request, prepared once for each connection, because preparing it takes longer
 * than running it. Only for `get` and `all`, which return whole rows, because two callers may share it.
 */
export function preparedOnce(db: ReadableDb, sql: string): Pick<Database.Statement, "get" | "all"> {
  let statements = kept.get(db);
  if (statements === undefined) kept.set(db, (statements = new Map()));
  let statement = statements.get(sql);
  if (statement === undefined) {
    if (statements.size >= MAX_KEPT) statements.clear();
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
