import type { ReadableDb } from "../../../storage/database.ts";

export type StoredCounts = { readonly operations: number; readonly uaRecords: number };

/** How many operations are stored, and how many position records of aircraft; deleted ones are not counted. */
export function createStoredCounts(reader: ReadableDb): () => StoredCounts {
  const count = reader.prepare<[], StoredCounts>(
    `SELECT count(DISTINCT operation) AS operations, coalesce(sum(record_count), 0) AS uaRecords
     FROM suboperation WHERE deleted_ms IS NULL`,
  );
  return () => count.get()!;
}
