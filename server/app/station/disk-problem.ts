import { statfsSync } from "node:fs";
import type { StationProblem } from "../../contracts/station.ts";

/** Below this SQLite's own files may not grow any more: writes begin to fail. */
const MIN_FREE_BYTES = 8 * 1024 * 1024;

/** Free bytes of the file system of a folder; null where it does not report them. */
export function freeBytesAt(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** What is wrong with the disk of the recording. */
export function diskProblems(dataDir: string): readonly StationProblem[] {
  const free = freeBytesAt(dataDir);
  if (free === null || free >= MIN_FREE_BYTES) return [];
  const kib = Math.floor(free / 1024);
  const msg = `The disk of the station is full: ${kib} KiB are left. Nothing new is stored until there is room.`;
  return [{ code: "disk_full", msg }];
}
