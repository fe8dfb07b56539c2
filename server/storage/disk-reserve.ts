import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWNER_ONLY } from "./database-file.ts";

/**
 * A file of zeros that is given up when the disk is full: without some room SQLite cannot even open a recording to read
 * it, and a purge cannot write down what it removes.
 */
const FILE = "reserve";
const RESERVE_BYTES = 4 * 1024 * 1024;

/** Makes the reserve unless it is there. Throws the system's error where there is no room for it. */
export function keepReserve(dataDir: string): void {
  const path = join(dataDir, FILE);
  if (statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES) return;
  try {
    writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: OWNER_ONLY });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

/** Gives the reserve to the disk; it is made again when there is room. */
export function releaseReserve(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
