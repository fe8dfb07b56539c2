import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isEncrypted } from "../backup-encryption.ts";
import { DATABASE_FILE, readMarks } from "../database-file.ts";
import { preparedPath } from "./restore-files.ts";

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
 * Files that look like backups, by their names and first bytes, newest first: in a folder, and in the data directory what
 * was kept of recordings that others have replaced.
 */
export async function findBackups(dataDir: string, folder: string): Promise<readonly FoundFile[]> {
  const own = new Set([join(dataDir, DATABASE_FILE), preparedPath(dataDir)].map((path) => resolve(path)));
  const paths = [...(await pathsIn(folder, BACKUP)), ...(await pathsIn(dataDir, KEPT))];
  const found = await Promise.all(paths.filter((path) => !own.has(resolve(path))).map(look));
  return found
    .filter((file) => file !== undefined)
    .toSorted((a, b) => b.changedMs - a.changedMs)
    .slice(0, MAX_FILES);
}

/** The folder may be on a disk that is not there. */
async function pathsIn(folder: string, name: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((one) => name.test(basename(one))).map((one) => join(folder, one));
}

/** Undefined for what is no backup, is gone by now or may not be read. */
async function look(path: string): Promise<FoundFile | undefined> {
  try {
    const file = await stat(path);
    if (!file.isFile()) return undefined;
    const encrypted = await isEncrypted(path);
    if (!encrypted && readMarks(path) === "empty") return undefined;
    return { path, changedMs: file.mtimeMs, bytes: file.size, isEncrypted: encrypted };
  } catch {
    return undefined;
  }
}
