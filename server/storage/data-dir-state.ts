import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DATABASE_FILE, OWNER_ONLY } from "./database-file.ts";

/** The recording of a data directory is gone or cannot be opened; the message says what to do. */
export class LostRecordingError extends Error {
  override readonly name = "LostRecordingError";
}

/** Exists while a new recording is being made: the files of an interrupted first start are not a recording yet. */
const FIRST_START_FILE = "first-start";
/** Files that only a directory contains that once had a recording. */
const TRACES = /^(?:station\.lock|station\.sqlite-wal|station\.sqlite\.before-.*|secrets|backups|integrity\.json)$/;

const quoted = (text: string) => (/^[\w./:\\-]+$/.test(text) ? text : `"${text}"`);

/** How to restore a recording, as a sentence. */
export function restoreHint(dataDir: string): string {
  const data = `--data ${quoted(dataDir)}`;
  return `Put a backup back with \`station restore FILE ${data}\`, or copy what can still be read into a new file with \`station salvage FILE ${data}\`.`;
}

/** The sentence for a recording that cannot be opened, and what to do. */
export function damagedSentence(dataDir: string): string {
  return `The recording in ${dataDir} is damaged and cannot be opened. ${restoreHint(dataDir)}`;
}

/**
 * Whether a directory has no recording and never had one, so that a new one may begin there. Throws
 * `LostRecordingError` where there was one: in a new recording the first caller would become the administrator.
 */
export function canBeginRecording(dataDir: string): boolean {
  if (existsSync(join(dataDir, FIRST_START_FILE))) return true;
  const path = join(dataDir, DATABASE_FILE);
  const isThere = existsSync(path);
  if (isThere && statSync(path).size > 0) return false;
  const traces = readdirSync(dataDir).filter((name) => TRACES.test(name));
  if (!isThere && traces.length === 0) return true;
  const state = isThere ? "is empty" : "is gone";
  const beside =
    traces.length === 0 ? "" : `, although ${traces.join(", ")} ${traces.length === 1 ? "is" : "are"} there`;
  throw new LostRecordingError(
    `The recording ${path} ${state}${beside}. ${restoreHint(dataDir)} For a new station choose another directory.`,
  );
}

export function markFirstStart(dataDir: string): void {
  writeFileSync(join(dataDir, FIRST_START_FILE), "", { mode: OWNER_ONLY });
}

export function removeFirstStartMark(dataDir: string): void {
  rmSync(join(dataDir, FIRST_START_FILE), { force: true });
}
