import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { SEALING_KEY_BYTES } from "../../kernel/sealing.ts";
import { OWNER_ONLY } from "../../storage/database-file.ts";

/** Beside the database, so that no copy and no backup of that has it. */
const FOLDER = "secrets";
const FILE = "sealing-key";
const FOLDER_OWNER_ONLY = 0o700;

/** The key that seals secrets of the database; made at the first start. Throws the system's error. */
export function loadSealingKey(dataDir: string): Uint8Array {
  const folder = join(dataDir, FOLDER);
  const path = join(folder, FILE);
  const stored = readIfPresent(path);
  if (stored?.length === SEALING_KEY_BYTES) return stored;
  // A file that was cut is no key: what it sealed is lost, and everybody signs in again.
  mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
  chmodSync(folder, FOLDER_OWNER_ONLY);
  const key = randomBytes(SEALING_KEY_BYTES);
  const file = openSync(path, "w", OWNER_ONLY);
  try {
    writeSync(file, key);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return key;
}

function readIfPresent(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
