import { join } from "node:path";
import type { SetupIdentity } from "../../contracts/setup.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { SessionDeps } from "../../setup/setup-sessions.ts";
import { readSecretFile, writeSecretFile } from "../../storage/secret-file.ts";

/** In the data directory, beside the database, so that no backup of the recording has it. */
const FOLDER = "device-keys";
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
      const line = KEY_LINE.exec(readSecretFile(currentOf(serialNumber))?.toString("utf8") ?? "");
      return line?.[1] === undefined ? undefined : Buffer.from(line[1], "base64");
    },
    save(serialNumber, identity, key) {
      const nowMs = now();
      const earlier = readSecretFile(currentOf(serialNumber));
      if (earlier !== undefined) {
        const path = join(folder, `${stemOf(serialNumber)}.${isoFromMs(nowMs).replaceAll(/[:.]/g, "-")}.earlier.txt`);
        writeSecretFile(path, earlier, "wx");
      }
      const path = currentOf(serialNumber);
      writeSecretFile(path, sheetOf(identity, key, nowMs), "w");
      return path;
    },
  };
}
