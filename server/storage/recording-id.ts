import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWNER_ONLY } from "./database-file.ts";

/** Beside the recording and not in it: a backup would contain the id as well. */
const FILE = "recording-id";

/**
 * The id of the recording in a data directory, created at the first call; `undefined` while its file can be neither read
 * nor written. A restore gives the recording another one, because data that was acknowledged to others may be missing in the backup.
 */
function ensureRecordingId(dataDir: string, makeId: () => string): string | undefined {
  const path = join(dataDir, FILE);
  try {
    const stored = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (stored !== "") return stored;
    const id = makeId();
    // On disk before it is returned: after a power cut another id would look like a restore.
    writeFileSync(`${path}.part`, id, { mode: OWNER_ONLY, flush: true });
    renameSync(`${path}.part`, path);
    return id;
  } catch {
    return undefined;
  }
}

/** Reads the id once: it changes only while no station runs. While there is none, each call tries again. */
export function createRecordingIdReader(dataDir: string, makeId: () => string): () => string | undefined {
  let id: string | undefined;
  return () => (id ??= ensureRecordingId(dataDir, makeId));
}

/** The id of a recording that was replaced, until it is certain that it is not put back; empty where it had none. */
export const FORMER_ID_FILE = `${FILE}.former`;

/** Called when a recording is replaced, perhaps repeatedly: the new one needs another id, even if it is a copy. */
export function setAsideRecordingId(dataDir: string): void {
  const path = join(dataDir, FILE);
  const former = join(dataDir, FORMER_ID_FILE);
  if (existsSync(former)) rmSync(path, { force: true });
  else if (existsSync(path)) renameSync(path, former);
  else writeFileSync(former, "", { mode: OWNER_ONLY });
}

/** Called when the former recording is put back: it has all that was acknowledged, so it keeps its id. */
export function restoreRecordingId(dataDir: string): void {
  const former = join(dataDir, FORMER_ID_FILE);
  if (existsSync(former)) renameSync(former, join(dataDir, FILE));
}
