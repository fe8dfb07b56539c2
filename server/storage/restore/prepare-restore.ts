import { createWriteStream, statfsSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Database from "better-sqlite3";
import { checkPages, countRows, protectFile, type RecordingCounts } from "../backup.ts";
import { type BackupKeys, openDecrypted } from "../backup-encryption.ts";
import { OWNER_ONLY, readSchemaVersion } from "../database-file.ts";
import { syncFolder } from "../incoming-file.ts";
import { readObserved } from "../observed-read.ts";
import { preparedPath, removePrepared, RESTORE_MARGIN_BYTES } from "./restore-files.ts";

/** Why a backup cannot be restored, found before it is copied. */
export class RestoreRefusedError extends Error {
  override readonly name = "RestoreRefusedError";
  readonly reason: "no_room" | "backup" | "key";
  constructor(reason: RestoreRefusedError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/**
 * Copies a backup beside the recording of a data directory, decrypted where it is encrypted, and reads all of it: the
 * copy gets its name only after it was checked completely. The backup itself may be on a disk that is absent at the
 * next start.
 */
export async function prepareRestore(
  { file, dataDir, keys }: { readonly file: string; readonly dataDir: string; readonly keys: BackupKeys | null },
  tell: { readonly opened: () => void; readonly progress: (fraction: number) => void },
): Promise<RecordingCounts> {
  const prepared = preparedPath(dataDir);
  const partial = `${prepared}.part`;
  await removePrepared(dataDir);
  const size = sizeOf(file);
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < size + RESTORE_MARGIN_BYTES) {
    throw new RestoreRefusedError("no_room", "The station's disk has no room for a copy of the backup.");
  }
  let read = 0;
  const bytes = await open(file, keys, (chunk) => tell.progress((read += chunk.length) / size));
  tell.opened();
  try {
    await pipeline(bytes, createWriteStream(partial, { mode: OWNER_ONLY, flush: true }));
    readSchemaVersion(partial);
    checkPages(partial, file);
    const counts = countIn(partial);
    await protectFile(partial);
    await rename(partial, prepared);
    await syncFolder(dataDir);
    return counts;
  } catch (error) {
    await removePrepared(dataDir);
    throw error;
  }
}

/** What is known without reading all of it is refused before anything is written. */
async function open(file: string, keys: BackupKeys | null, observe: (chunk: Uint8Array) => void): Promise<Readable> {
  try {
    if (keys !== null) return await openDecrypted(file, keys, observe);
    readSchemaVersion(file);
  } catch (error) {
    const reason = keys === null ? "backup" : "key";
    throw new RestoreRefusedError(reason, error instanceof Error ? error.message : String(error), { cause: error });
  }
  return readObserved(file, observe);
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw new RestoreRefusedError("backup", `${file} cannot be read.`, { cause: error });
  }
}

function countIn(path: string): RecordingCounts {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return countRows(db);
  } finally {
    db.close();
  }
}
