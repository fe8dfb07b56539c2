import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SetupIdentity } from "../../contracts/setup.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { SessionDeps } from "../../setup/sessions.ts";
import { OWNER_ONLY } from "../../storage/database-file.ts";

/** In the data directory, beside the database, so that no backup of the recording has it. */
const FOLDER = "device-keys";
const FOLDER_OWNER_ONLY = 0o700;
const KEY_LINE = /^Key \(base64\)\s+([A-Za-z0-9+/]{43}=)$/m;

/**
 * Keeps the keys of locked devices as recovery sheets: text files that only the owner of the data directory can read,
 * to be copied and printed. No file is ever overwritten, because a device may still have an earlier key.
 */
export function createDeviceKeyFiles(
  dataDir: string,
  sheetOf: (identity: SetupIdentity, key: Uint8Array, nowMs: number) => string,
  now: () => number,
): SessionDeps["keys"] {
  const folder = join(dataDir, FOLDER);
  const stemOf = (serialNumber: string) => serialNumber.replaceAll(/[^A-Za-z0-9_-]/g, "_");
  const currentOf = (serialNumber: string) => join(folder, `${stemOf(serialNumber)}.txt`);

  return {
    find(serialNumber) {
      const line = KEY_LINE.exec(readIfPresent(currentOf(serialNumber)) ?? "");
      return line?.[1] === undefined ? undefined : Buffer.from(line[1], "base64");
    },
    save(serialNumber, identity, key) {
      mkdirSync(folder, { recursive: true, mode: FOLDER_OWNER_ONLY });
      chmodSync(folder, FOLDER_OWNER_ONLY);
      const nowMs = now();
      const earlier = readIfPresent(currentOf(serialNumber));
      if (earlier !== undefined) {
        const path = join(folder, `${stemOf(serialNumber)}.${isoFromMs(nowMs).replaceAll(/[:.]/g, "-")}.earlier.txt`);
        writeDurably(path, earlier, "wx");
      }
      const path = currentOf(serialNumber);
      writeDurably(path, sheetOf(identity, key, nowMs), "w");
      return path;
    },
  };
}

function writeDurably(path: string, text: string, flags: "w" | "wx"): void {
  const file = openSync(path, flags, OWNER_ONLY);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
