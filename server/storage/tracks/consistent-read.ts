import type { ReadableDb } from "../database.ts";

/**
 * Runs several reads on one state of the file. On another thread or in another process points may be packed between two
 * reads: one would not see them as rows any more, the other not yet in their segment.
 */
export type ConsistentRead = <T>(read: () => T) => T;

export function createConsistentRead(db: ReadableDb): ConsistentRead {
  const begin = db.prepare("BEGIN");
  const commit = db.prepare("COMMIT");
  return (read) => {
    if (db.inTransaction) return read();
    begin.run();
    try {
      return read();
    } finally {
      commit.run();
    }
  };
}
