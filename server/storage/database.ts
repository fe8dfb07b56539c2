import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { acquireLock } from "./data-dir-lock.ts";
import { DATABASE_FILE, OWNER_ONLY } from "./database-file.ts";
import { migrate } from "./migrations.ts";
import { loadSpatialite } from "./spatialite.ts";

declare const writable: unique symbol;
declare const readable: unique symbol;

/** A connection that may only read. */
export type ReadableDb = Database.Database & { readonly [readable]: true };
/** The one connection that writes; it reads as well. */
export type WritableDb = ReadableDb & { readonly [writable]: true };

export type Store = {
  readonly writer: WritableDb;
  /** For answers: reads go in slices of short statements, so that one connection serves them all. */
  readonly reader: ReadableDb;
  readonly versions: { readonly sqlite: string; readonly spatialite: string };
  readonly close: () => void;
};

/** SQLite waits for a lock on the event loop: another program that holds the file must not stop everything else. */
const BUSY_TIMEOUT_MS = 250;
const CACHE_KIB = 64 * 1024;
/** Who reads every page once gains nothing from keeping many. */
const SWEEP_CACHE_KIB = 8 * 1024;

/** How commits wait for the disk (SQLite's `synchronous`). */
export type Synchronous = "FULL" | "OFF";

export type StoreOptions = {
  readonly dataDir: string;
  /** Path of mod_spatialite, where it is not the system's. */
  readonly spatialite?: string | undefined;
  /** Only for data that nobody misses after a power cut, as that of tests, it may be turned off. */
  readonly synchronous?: Synchronous | undefined;
};

/**
 * Opens the store in a directory that is made when missing, brings its schema up to date and keeps other processes out
 * until it is closed. Throws `DataDirInUseError`, `SpatialiteMissingError`, or what SQLite says of a damaged file.
 */
export function openStore(options: StoreOptions): Store {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const lock = acquireLock(options.dataDir);
  const opened: { readonly close: () => void }[] = [lock];
  try {
    const path = join(options.dataDir, DATABASE_FILE);
    const writer = openConnection(path, options.spatialite, opened) as WritableDb;
    // Its log and its index take over the mode.
    chmodSync(path, OWNER_ONLY);
    // Only a file that is made now takes it: what a purge frees goes back to the disk, a few pages at a time.
    writer.pragma("auto_vacuum = INCREMENTAL");
    // What was acknowledged is on disk: FULL costs little because ingest commits in groups.
    writer.pragma(`synchronous = ${options.synchronous ?? "FULL"}`);
    writer.pragma("foreign_keys = ON");
    migrate(writer);
    // Not earlier: it would change a file that turns out to be another program's.
    writer.pragma("journal_mode = WAL");
    const reader = openConnection(path, options.spatialite, opened) as ReadableDb;
    reader.pragma("query_only = ON");
    const versions = writer
      .prepare<[], { sqlite: string; spatialite: string }>(
        "SELECT sqlite_version() AS sqlite, spatialite_version() AS spatialite",
      )
      .get()!;
    return {
      writer,
      reader,
      versions,
      close() {
        reader.close();
        writer.pragma("optimize");
        writer.close();
        lock.close();
      },
    };
  } catch (error) {
    for (const db of opened.toReversed()) db.close();
    throw error;
  }
}

/**
 * Opens a further connection that reads, for another thread of the process that has the store open: the lock of the
 * directory is that process's. It knows no function of SpatiaLite. Throws what SQLite says.
 */
export function openReader(databasePath: string): ReadableDb {
  const db = new Database(databasePath, { fileMustExist: true });
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.pragma(`cache_size = -${SWEEP_CACHE_KIB}`);
  db.pragma("query_only = ON");
  return db as ReadableDb;
}

function openConnection(
  path: string,
  spatialite: string | undefined,
  opened: { readonly close: () => void }[],
): Database.Database {
  const db = new Database(path);
  opened.push(db);
  loadSpatialite(db, spatialite);
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma("temp_store = MEMORY");
  return db;
}
