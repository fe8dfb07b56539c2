import { chmodSync, closeSync, openSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** The data directory is in use by another process. */
export class DataDirInUseError extends Error {
  override readonly name = "DataDirInUseError";
}

const LOCK_FILE = "station.lock";

/** A data directory that is locked until `close` is called. */
export type DataDirLock = { readonly close: () => void };

/** Keeps a reference to every lock connection: garbage collection would close it and release the lock. */
const held = new Set<Database.Database>();

/**
 * Locks a data directory against other processes until it is closed: an exclusive SQLite lock on a separate file, which
 * the operating system releases when the process ends for any reason. Throws `DataDirInUseError`.
 */
export function acquireLock(dataDir: string): DataDirLock {
  const file = join(dataDir, LOCK_FILE);
  // SQLite creates files that other users of the computer can read; a user who can read this one could also lock it.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const lock = new Database(file);
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

/** Runs work on the files of a directory while holding its lock. */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = acquireLock(dataDir);
  try {
    return await work();
  } finally {
    lock.close();
  }
}
