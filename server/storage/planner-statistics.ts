import type { Store } from "./database.ts";

/**
 * `optimize` counts rows (0x2) of all tables, also those that this connection has not read (0x10000), and reads only a
 * sample of them (0x10): each million rows that are read as a whole block the event loop for a second.
 */
const ALL_TABLES_BY_SAMPLE = 0x10012;

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
  writer.pragma(`optimize = ${ALL_TABLES_BY_SAMPLE}`);
  // A connection reads the numbers when it is opened; this has it read them again.
  reader.pragma("query_only = OFF");
  try {
    reader.exec("ANALYZE sqlite_schema");
  } finally {
    reader.pragma("query_only = ON");
  }
}
