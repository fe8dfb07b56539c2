import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { OWNER_ONLY } from "./database-file.ts";

const FOLDER_OWNER_ONLY = 0o700;

/**
 * Writes a file that only the owner of the data directory can read, in a folder that is created if it is missing. It is
 * on disk when this returns.
 *
 * @param flags `wx` if an existing file must not be overwritten
 */
export function writeSecretFile(path: string, content: string | Uint8Array, flags: "w" | "wx"): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
  // An existing folder may have been created with other permissions.
  chmodSync(folder, FOLDER_OWNER_ONLY);
  const file = openSync(path, flags, OWNER_ONLY);
  try {
    writeSync(file, Buffer.from(content));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** `undefined` where there is none. */
export function readSecretFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
