import { randomUUID } from "node:crypto";
import { constants, createWriteStream, existsSync, rmSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import Database from "better-sqlite3";
import { UA_KIND } from "../kernel/track-segment/segment-columns.ts";
import { type BackupEncryption, type BackupKeys, decryptFile, encryptFile } from "./backup-encryption.ts";
import { DATABASE_FILE, hasRecording, OWNER_ONLY, readMarks } from "./database-file.ts";
import { withLock } from "./data-dir-lock.ts";
import { syncFolder } from "./incoming-file.ts";
import { checkTables } from "./integrity.ts";
import { FORMER_ID_FILE } from "./recording-id.ts";
import { decryptedPath, replacedRecordingPath, preparedPath, removeRestoreMark } from "./restore/restore-files.ts";
import { replaceRecordingNow } from "./restore/swap-recording.ts";
import { findDamagedSegments } from "./tracks/segment-check.ts";

const BACKUP_ERROR = "BackupError";

/** A backup or restore failed without changing anything. */
class BackupError extends Error {
  override readonly name = BACKUP_ERROR;
}

/** By its name, which an error of a thread keeps. */
export function isBackupFailure(error: unknown): error is Error {
  return error instanceof Error && error.name === BACKUP_ERROR;
}

/** A copy that was just made of a recording is damaged, so most likely the recording is. */
class DamagedCopyError extends BackupError {
  /** As SQLite says of a page. */
  readonly code = "SQLITE_CORRUPT";
}

const PAGES_PER_STEP = 1000;

/**
 * Copies a recording into one file, even while a station writes to it (SQLite's online backup). The file gets its final
 * name only when it is complete and its pages have been checked.
 */
export async function backupRecording(
  dataDir: string,
  file: string,
  onProgress: (fraction: number) => void,
): Promise<RecordingCounts> {
  if (!hasRecording(dataDir)) throw new BackupError(`There is no recording in ${dataDir}.`);
  if (existsSync(file)) throw new BackupError(`${file} already exists; choose another name.`);
  const partial = `${file}.part`;
  const source = new Database(join(dataDir, DATABASE_FILE), { readonly: true, fileMustExist: true });
  try {
    await mkdir(dirname(file), { recursive: true });
    holdSnapshot(source);
    const counts = countRows(source);
    await source.backup(partial, {
      progress({ totalPages, remainingPages }) {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return PAGES_PER_STEP;
      },
    });
    await finish(partial, file);
    onProgress(1);
    return counts;
  } catch (error) {
    throw asDamage(error);
  } finally {
    source.close();
    await rm(partial, { force: true });
  }
}

/** The numbers of a recording that are shown to people. */
export type RecordingCounts = { readonly operations: number; readonly records: number; readonly accounts: number };

/** Counts a recording of any version. */
export function countRows(db: Database.Database): RecordingCounts {
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  const records = count("ua_track") + countPacked(db);
  return { operations: count("operation"), records, accounts: count("user_account") };
}

/** Records that are packed in segments; a recording of an older version has none. */
function countPacked(db: Database.Database): number {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'packed_segment'").get() === undefined) return 0;
  const sum = `SELECT coalesce(sum(point_count), 0) FROM packed_segment WHERE kind = ${UA_KIND}`;
  return db.prepare<[], number>(sum).pluck().get() ?? 0;
}

/**
 * Makes a backup, restores it into an empty directory beside it, compares the counts of both and opens every packed
 * segment, whose damage no page of SQLite shows. A backup that differs or is damaged is removed.
 */
export async function backupVerified(
  dataDir: string,
  file: string,
  nowMs: number,
): Promise<RecordingCounts & { readonly bytes: number }> {
  const counts = await backupRecording(dataDir, file, () => undefined);
  const scratch = `${file}.test`;
  try {
    await restoreRecording(file, scratch, nowMs);
    const restored = new Database(join(scratch, DATABASE_FILE), { readonly: true, fileMustExist: true });
    try {
      const found = countRows(restored);
      if (JSON.stringify(found) !== JSON.stringify(counts)) {
        const describe = ({ operations, records, accounts }: RecordingCounts) =>
          `${operations} operations, ${records} records and ${accounts} accounts`;
        throw new BackupError(`The backup gives back ${describe(found)}, of ${describe(counts)}.`);
      }
      const [damage] = findDamagedSegments(restored, 1);
      if (damage !== undefined) throw new BackupError(`${file} is damaged: ${damage}`);
    } finally {
      restored.close();
    }
    return { ...counts, bytes: statSync(file).size };
  } catch (error) {
    await rm(file, { force: true });
    throw asDamage(error);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Why a copy of a recording could not be made or verified, as an error by which others know of damage if it is that. */
function asDamage(error: unknown): unknown {
  return error instanceof BackupError ? new DamagedCopyError(error.message, { cause: error }) : error;
}

/**
 * As above, and encrypts the backup into `file`. It is made and verified at `plain` first, on a disk of the station,
 * so that nothing unencrypted is ever on another one; then it is removed there.
 */
export async function backupEncrypted(
  dataDir: string,
  files: { readonly plain: string; readonly file: string },
  { encryption, nowMs }: { readonly encryption: BackupEncryption; readonly nowMs: number },
): Promise<RecordingCounts & { readonly bytes: number }> {
  const { plain, file } = files;
  if (existsSync(file)) throw new BackupError(`${file} already exists; choose another name.`);
  try {
    const counts = await backupVerified(dataDir, plain, nowMs);
    await mkdir(dirname(file), { recursive: true });
    await encryptBackup(plain, file, encryption);
    return { ...counts, bytes: statSync(file).size };
  } finally {
    await rm(plain, { force: true });
  }
}

/** Encrypts a backup into another file, which gets its name when it is complete. */
export async function encryptBackup(plain: string, file: string, encryption: BackupEncryption): Promise<void> {
  const partial = `${file}.part`;
  try {
    await encryptFile(plain, partial, encryption);
    await protectFile(partial);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Saves a backup that arrives as bytes. The file gets its final name only when it is complete and has been checked. */
export async function saveBackup(bytes: AsyncIterable<Uint8Array>, file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} already exists; choose another name.`);
  const partial = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await pipeline(bytes, createWriteStream(partial, { mode: OWNER_ONLY }));
    await finish(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

async function finish(partial: string, file: string): Promise<void> {
  checkPages(partial);
  await protectFile(partial);
  await rename(partial, file);
}

/** Only its owner may read it, and it is on disk before it gets its final name. */
export async function protectFile(path: string): Promise<void> {
  await chmod(path, OWNER_ONLY);
  await syncFile(path);
}

/**
 * Starts a read transaction, which hides later writes from this connection. Without it, every commit of the station
 * would restart the copy (SQLite, `sqlite3_backup_step`), and the copy of a large recording would never finish.
 */
function holdSnapshot(source: Database.Database): void {
  source.exec("BEGIN");
  source.prepare("SELECT count(*) FROM sqlite_schema").get();
}

/**
 * Restores a backup into a data directory that no station is using. An existing recording is kept beside it under the
 * returned name.
 */
export async function restoreRecording(file: string, dataDir: string, nowMs: number): Promise<Restored> {
  return restorePlain({ file, named: file }, dataDir, nowMs);
}

/** As above, for an encrypted backup: it is decrypted in the data directory, and that copy removed afterwards. */
export async function restoreEncrypted(
  file: string,
  dataDir: string,
  { keys, nowMs }: { readonly keys: BackupKeys; readonly nowMs: number },
): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const plain = decryptedPath(dataDir);
  try {
    await decryptFile(file, plain, keys);
    return await restorePlain({ file: plain, named: file }, dataDir, nowMs);
  } finally {
    await rm(plain, { force: true });
  }
}

/** The name that the former recording was given, null where there was none. */
type Restored = { readonly keptAs: string | null };

/** `named` is the file that people know. */
async function restorePlain(
  { file, named }: { readonly file: string; readonly named: string },
  dataDir: string,
  nowMs: number,
): Promise<Restored> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${named}.`);
  if (readMarks(file) === "empty") throw new BackupError(`${named} is empty.`);
  checkPages(file, named);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return withLock(dataDir, async () => {
    const prepared = preparedPath(dataDir);
    const partial = `${prepared}.part`;
    const keptAs = replacedRecordingPath(dataDir, nowMs);
    const hadRecording = existsSync(join(dataDir, DATABASE_FILE));
    try {
      await copyFile(file, partial, constants.COPYFILE_FICLONE);
      await protectFile(partial);
      // A restore that waits for the next start was requested before this one.
      await removeRestoreMark(dataDir);
      await rm(join(dataDir, FORMER_ID_FILE), { force: true });
      await rename(partial, prepared);
      await syncFolder(dataDir);
    } finally {
      await rm(partial, { force: true });
    }
    const path = resolve(named);
    await replaceRecordingNow(dataDir, { id: randomUUID(), path, userId: null, address: null, askedMs: nowMs, keptAs });
    return { keptAs: hadRecording ? keptAs : null };
  });
}

/** Reads every page. Throws `BackupError` with what SQLite found wrong; `name` is the file that people know. */
export function checkPages(file: string, name: string = file): void {
  // SQLite leaves these files beside a read-only database; next to a backup they would be mistaken for part of it.
  const aside = [`${file}-wal`, `${file}-shm`].filter((path) => !existsSync(path));
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const [found] = checkTables(db, "quick", 1);
    if (found !== undefined) throw new BackupError(`${name} is damaged: ${found}`);
  } finally {
    db.close();
    for (const path of aside) rmSync(path, { force: true });
  }
}

/** Flushes the file to disk before it gets its final name. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
