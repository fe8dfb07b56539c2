import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWNER_ONLY } from "./database-file.ts";

/** Beside the recording: a backup of it would bring back the id that it had. */
const FILE = "recording-id";

/**
 * The id of the recording in a data directory, made when it is first asked for; `undefined` while the disk takes no files.
 * It ends with a restore: what others were told is stored may be missing in the backup.
 */
export function findRecordingId(dataDir: string, makeId: () => string): string | undefined {
  const path = join(dataDir, FILE);
  const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
  if (stored !== "") return stored;
  const id = makeId();
  try {
    writeFileSync(`${path}.part`, id, { mode: OWNER_ONLY });
    renameSync(`${path}.part`, path);
    return id;
  } catch {
    return undefined;
  }
}

/** A recording that was put in place of another is not that one, even where it is a copy of it. */
export function forgetRecordingId(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}
