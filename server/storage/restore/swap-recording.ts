import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { withLock } from "../data-dir-lock.ts";
import { DATABASE_FILE, isTruncated, readSchemaVersion } from "../database-file.ts";
import { syncFolder } from "../incoming-file.ts";
import { removeCheckHistory } from "../integrity.ts";
import { restoreRecordingId, setAsideRecordingId } from "../recording-id.ts";
import { isDamage } from "../refused-writes.ts";
import {
  endRestore,
  findRestoreMark,
  removeRestore,
  hasLeftovers,
  preparedPath,
  removeLeftovers,
  type RestoreMark,
  saveRestoreMark,
} from "./restore-files.ts";

const BESIDE = ["-wal", "-shm"];

/**
 * Puts the backup that waits in the place of the recording, before that is opened; returns its mark, which stays until
 * `endRestore`. Continues a start that was killed: each step can be repeated, and until the last one the former
 * recording is complete under one of its two names.
 */
export async function swapPending(dataDir: string): Promise<RestoreMark | undefined> {
  const mark = findRestoreMark(dataDir);
  // A directory that never had a recording must not be locked: the lock would look like a trace of one.
  if (mark === undefined && !hasLeftovers(dataDir)) return undefined;
  return withLock(dataDir, async () => {
    if (mark === undefined) {
      await removeLeftovers(dataDir);
      return undefined;
    }
    if (mark.undoneFor !== undefined) {
      await putBack(dataDir, mark, mark.undoneFor);
      return undefined;
    }
    const prepared = preparedPath(dataDir);
    try {
      if (existsSync(prepared)) {
        assertWhole(prepared);
        await putInPlace(prepared, join(dataDir, DATABASE_FILE), mark.keptAs);
      } else if (!existsSync(mark.keptAs)) {
        // A start that was killed after the swap has left the former recording there.
        throw new Error("The checked copy of the backup is gone.");
      }
      removeFormerState(dataDir);
    } catch (error) {
      await putBack(dataDir, mark, error instanceof Error ? error.message : String(error));
      return undefined;
    }
    return mark;
  });
}

/** Puts the former recording back. The reason is stored, so that the next start has it if this one is killed. */
export async function undoSwap(dataDir: string, mark: RestoreMark, reason: string): Promise<void> {
  await withLock(dataDir, () => putBack(dataDir, mark, reason));
}

async function putBack(dataDir: string, mark: RestoreMark, reason: string): Promise<void> {
  await saveRestoreMark(dataDir, { ...mark, undoneFor: reason });
  const path = join(dataDir, DATABASE_FILE);
  if (existsSync(mark.keptAs)) {
    // These files belong to the recording that is given up; those of the former one are beside the former one.
    for (const suffix of BESIDE) await rm(path + suffix, { force: true });
    await rename(mark.keptAs, path);
  }
  for (const suffix of BESIDE) {
    if (existsSync(mark.keptAs + suffix)) await rename(mark.keptAs + suffix, path + suffix);
  }
  removeCheckHistory(dataDir);
  restoreRecordingId(dataDir);
  await syncFolder(dataDir);
  await endRestore(dataDir, mark, reason);
}

/**
 * Puts the prepared copy in the place of the recording at once, in a directory whose lock the caller has. If the
 * process is killed during it, the next start continues; if it fails, the former recording is put back.
 */
export async function replaceRecordingNow(dataDir: string, mark: RestoreMark): Promise<void> {
  const path = join(dataDir, DATABASE_FILE);
  const hadRecording = existsSync(path);
  // Without a recording there is nothing between whose names a kill could leave it.
  if (hadRecording) await saveRestoreMark(dataDir, mark);
  try {
    await putInPlace(preparedPath(dataDir), path, mark.keptAs);
    removeFormerState(dataDir);
  } catch (error) {
    if (hadRecording) await putBack(dataDir, mark, error instanceof Error ? error.message : String(error));
    throw error;
  }
  await removeRestore(dataDir);
}

/** Neither the check results nor the id of the former recording apply to the one that is there now. */
function removeFormerState(dataDir: string): void {
  removeCheckHistory(dataDir);
  setAsideRecordingId(dataDir);
}

/** A checked copy takes the place of a recording, which is kept as `aside`. */
async function putInPlace(prepared: string, path: string, aside: string): Promise<void> {
  if (existsSync(path)) checkpointLog(path);
  // Left of a recording that is gone or damaged; beside another one they would be mistaken for part of it.
  for (const suffix of BESIDE) {
    if (existsSync(path + suffix)) await rename(path + suffix, aside + suffix);
  }
  if (existsSync(path)) await rename(path, aside);
  await rename(prepared, path);
  await syncFolder(dirname(path));
}

/** It was checked when it was prepared; the disk and the program may have changed since. */
function assertWhole(prepared: string): void {
  readSchemaVersion(prepared);
  if (isTruncated(prepared)) throw new Error(`${prepared} is cut short.`);
}

/**
 * Moves the newest pages of a recording that was not closed cleanly from its write-ahead log into the file. One that is
 * damaged keeps its log.
 */
function checkpointLog(path: string): void {
  const db = new Database(path);
  try {
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.pragma("journal_mode = DELETE");
  } catch (error) {
    if (!isDamage(error)) throw error;
  } finally {
    db.close();
  }
}
