import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isEncrypted } from "../backup-encryption.ts";
import { DATABASE_FILE, readMarks } from "../database-file.ts";
import { ForeignDatabaseError, NewerDatabaseError } from "../migrations.ts";
import { preparedPath } from "./restore-files.ts";

/** Why a file cannot be restored: it cannot be read, is not a backup, or is of a newer version. */
export type UnusableBackupReason = "unreadable" | "no_backup" | "newer";

export type FoundFile = {
  readonly path: string;
  /** When it was last written to, Unix milliseconds. */
  readonly changedMs: number;
  readonly bytes: number;
  readonly isEncrypted: boolean;
};

const MAX_FILES = 200;
const BACKUP = /\.(?:sqlite|age)$/;
const KEPT = /^station\.sqlite\.before-[^-]*-[^-]*-[^-]*-[^-]*-[^-]*Z$/;

/**
 * Files that look like backups, by their names and first bytes, newest first: those in a folder, and in the data
 * directory the recordings that were replaced by others.
 */
export async function findBackups(dataDir: string, folder: string): Promise<readonly FoundFile[]> {
  const own = new Set(ownPaths(dataDir));
  const paths = [...(await pathsIn(folder, BACKUP)), ...(await pathsIn(dataDir, KEPT))];
  const found = await Promise.all(paths.filter((path) => !own.has(resolve(path))).map(inspectBackup));
  return found
    .filter((file) => typeof file === "object")
    .toSorted((a, b) => b.changedMs - a.changedMs)
    .slice(0, MAX_FILES);
}

/** Whether a path is the recording in use, or the copy that takes its place; `path` has no links in it. */
export async function isInUse(dataDir: string, path: string): Promise<boolean> {
  const folder = await realpath(dataDir);
  return ownPaths(folder).includes(resolve(path));
}

const ownPaths = (dataDir: string) =>
  [join(dataDir, DATABASE_FILE), preparedPath(dataDir)].map((path) => resolve(path));

/** The folder may be on a disk that is not there. */
async function pathsIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((one) => name.test(basename(one))).map((one) => join(folder, one));
}

/**
 * The kind of backup that a file is, by its first bytes, or why it is not one. It may have been removed, or be
 * unreadable.
 */
export async function inspectBackup(path: string): Promise<FoundFile | UnusableBackupReason> {
  try {
    const file = await stat(path);
    // A named pipe would wait for a writer for ever.
    if (!file.isFile()) return "unreadable";
    const encrypted = await isEncrypted(path);
    if (!encrypted && readMarks(path) === "empty") return "no_backup";
    return { path, changedMs: file.mtimeMs, bytes: file.size, isEncrypted: encrypted };
  } catch (error) {
    if (error instanceof NewerDatabaseError) return "newer";
    if (error instanceof ForeignDatabaseError) return "no_backup";
    return "unreadable";
  }
}
