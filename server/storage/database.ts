import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { acquireLock } from "./data-dir-lock.ts";
import {
  damagedSentence,
  removeFirstStartMark,
  LostRecordingError,
  canBeginRecording,
  markFirstStart,
  restoreHint,
} from "./data-dir-state.ts";
import { DATABASE_FILE, isTruncated, OWNER_ONLY } from "./database-file.ts";
import { isBlank, migrate, UnreadableDatabaseError } from "./migrations.ts";
import { fileSystemAdvice, isDamage } from "./refused-writes.ts";
import { loadSpatialite } from "./spatialite.ts";

declare const writable: unique symbol;
declare const readable: unique symbol;

/** A connection that may only read. */
export type ReadableDb = Database.Database & { readonly [readable]: true };
/** The single connection that may write; it can read as well. */
export type WritableDb = ReadableDb & { readonly [writable]: true };

export type Store = {
  readonly writer: WritableDb;
  /** For responses: reads use short statements in slices, so that one connection serves all callers. */
  readonly reader: ReadableDb;
  readonly versions: { readonly sqlite: string; readonly spatialite: string };
  /** Whether the last end was a crash or a power cut, or part of the file is missing: it should be checked. */
  readonly needsCheck: boolean;
  /** Whether every write fails from now on; reads go on. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
  readonly isReadOnly: () => boolean;
  readonly close: () => void;
};

/** The directory cannot be used as it is; the message says what to do. */
export class UnusableDataDirError extends Error {
  override readonly name = "UnusableDataDirError";
}

/**
 * SQLite blocks the event loop while it waits for a lock, so another program that locks the file must not block it
 * long.
 */
const BUSY_TIMEOUT_MS = 250;
/**
 * The cache of pages of each connection: more is not faster, because the system keeps the file in memory too, and it
 * would take hours to fill (docs/reliability-trials.md, "Memory").
 */
const CACHE_KIB = 8 * 1024;

/** How commits wait for the disk (SQLite's `synchronous`). */
export type Synchronous = "FULL" | "OFF";

export type StoreOptions = {
  readonly dataDir: string;
  /** Path of mod_spatialite, where it is not the system's. */
  readonly spatialite?: string | undefined;
  /** `OFF` is for tests only: a power cut may lose or damage what was written. */
  readonly synchronous?: Synchronous | undefined;
};

/**
 * Opens the store in a directory, which is created if missing, migrates its schema and locks it against other processes
 * until it is closed. Throws `DataDirInUseError`, `SpatialiteMissingError`, `LostRecordingError` where the recording is
 * gone or cannot be read at all, and `UnusableDataDirError` where the file system refuses.
 */
export function openStore(options: StoreOptions): Store {
  const { dataDir } = options;
  try {
    return open(options);
  } catch (error) {
    if (isDamage(error) || error instanceof UnreadableDatabaseError) {
      throw new LostRecordingError(damagedSentence(dataDir), { cause: error });
    }
    const advice = fileSystemAdvice(error, dataDir);
    throw advice === undefined ? error : new UnusableDataDirError(advice, { cause: error });
  }
}

function open(options: StoreOptions): Store {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const isNew = canBeginRecording(options.dataDir);
  const path = join(options.dataDir, DATABASE_FILE);
  if (isNew) markFirstStart(options.dataDir);
  const needsCheck = existsSync(`${path}-wal`) || isTruncated(path);
  const lock = acquireLock(options.dataDir);
  const opened: { readonly close: () => void }[] = [lock];
  try {
    const writer = openConnection(path, options.spatialite, opened) as WritableDb;
    // SQLite creates the -wal and -shm files with the same mode.
    chmodSync(path, OWNER_ONLY);
    // Only takes effect on a new file: lets a purge return pages to the disk, a few at a time.
    writer.pragma("auto_vacuum = INCREMENTAL");
    // Acknowledged data must be on disk; FULL costs little because ingest commits in groups.
    writer.pragma(`synchronous = ${options.synchronous ?? "FULL"}`);
    writer.pragma("foreign_keys = ON");
    if (!isNew && isBlank(writer)) {
      throw new LostRecordingError(`The recording ${path} holds nothing. ${restoreHint(options.dataDir)}`);
    }
    migrate(writer);
    if (isNew) removeFirstStartMark(options.dataDir);
    // Only after the checks above, because it changes a file that might belong to another program.
    writer.pragma("journal_mode = WAL");
    const reader = openConnection(path, options.spatialite, opened) as ReadableDb;
    reader.pragma("query_only = ON");
    const versions = writer
      .prepare<[], { sqlite: string; spatialite: string }>(
        "SELECT sqlite_version() AS sqlite, spatialite_version() AS spatialite",
      )
      .get()!;
    const isReadOnly = () => writer.pragma("query_only", { simple: true }) === 1;
    return {
      writer,
      reader,
      versions,
      needsCheck,
      isReadOnly,
      setReadOnly: (isReadOnly) => void writer.pragma(`query_only = ${isReadOnly ? "ON" : "OFF"}`),
      close() {
        reader.close();
        if (!isReadOnly()) writer.pragma("optimize");
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
 * Opens another read-only connection, for a thread of the process that has the store open and holds the directory lock.
 * SpatiaLite is not loaded. Throws SQLite's error.
 */
export function openReader(databasePath: string): ReadableDb {
  const db = new Database(databasePath, { fileMustExist: true });
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.pragma(`cache_size = -${CACHE_KIB}`);
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
