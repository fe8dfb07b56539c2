import { join } from "node:path";
import Database from "better-sqlite3";

/** The data directory is in use by another process. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

const LOCK_FILE = "station.lock";

/** A directory that others are kept out of until it is closed. */
export type DataDirLock = { readonly close: () => void };

/** Held here as well: a connection nobody refers to is collected, and its lock would go with it. */
const held = new Set<Database.Database>();

/**
 * Keeps other processes out of a data directory until it is closed: an exclusive SQLite lock on a file of its own,
 * which the operating system drops with the process, however that ends. Throws `DataDirInUseError`.
 */
export function acquireLock(dataDir: string): DataDirLock {
  const lock = new Database(join(dataDir, LOCK_FILE));
  try {
    lock.pragma("busy_timeout = 0");
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new DataDirInUseError(
        `The data directory ${dataDir} is in use by another station; stop that one or choose another directory.`,
      );
    }
    throw error;
  }
  held.add(lock);
  return {
    close() {
      held.delete(lock);
      lock.close();
    },
  };
}

/** Does some work on the files of a directory while nobody else may use them. */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = acquireLock(dataDir);
  try {
    return await work();
  } finally {
    lock.close();
  }
}
