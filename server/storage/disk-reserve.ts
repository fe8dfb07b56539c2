import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWNER_ONLY } from "./database-file.ts";

/**
 * A file of zeros that is removed when the disk is full: without some free space SQLite cannot even open a recording to
 * read it, and a purge cannot store what it removes.
 */
const FILE = "reserve";
const RESERVE_BYTES = 4 * 1024 * 1024;

/** Creates the reserve unless it exists. Throws the system's error where there is no room for it. */
export function ensureReserve(dataDir: string): void {
  const path = join(dataDir, FILE);
  if (statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
  try {
    writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: OWNER_ONLY });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Removes the reserve, so that its space can be used; it is created again when there is room. */
export function releaseReserve(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
