import type { Store } from "./database.ts";

/** `optimize` for all tables, also those that this connection has not read; it counts a sample of their rows. */
const ALL_TABLES = 0x10002;

/**
 * SQLite chooses how to search by the rows that it has once counted in each table. With the numbers of a first evening
 * it reads a whole table for each row of another one, which takes minutes when both have grown. Tables that have grown
 * tenfold since are counted again; for the others it takes some milliseconds. Does nothing while the recording is
 * read-only.
 */
export function refreshPlannerStatistics({
  writer,
  reader,
  isReadOnly,
}: Pick<Store, "writer" | "reader" | "isReadOnly">): void {
  if (isReadOnly()) return;
  writer.pragma(`optimize = ${ALL_TABLES}`);
  // A connection reads the numbers when it is opened; this has it read them again.
  reader.pragma("query_only = OFF");
  try {
    reader.exec("ANALYZE sqlite_schema");
  } finally {
    reader.pragma("query_only = ON");
  }
}
