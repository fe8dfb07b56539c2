import { statfsSync } from "node:fs";
import type { StationProblem } from "../../contracts/station.ts";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { cachedForTurn } from "../../kernel/cached-for-turn.ts";
import { ensureReserve } from "../../storage/disk-reserve.ts";
import type { RestoreMark } from "../../storage/restore/restore-files.ts";
import { restoreHint } from "../../storage/data-dir-state.ts";
import { DAMAGED_SENTENCE } from "../../storage/refused-writes.ts";
import { MIN_FREE_BYTES } from "./readiness.rules.ts";

/** Free bytes of the file system of a folder; null where it does not report them. */
export function freeBytesAt(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Far more than any disk writes in a second. */
const AMPLE_BYTES = 32 * 1024 ** 3;

/** Reads the free bytes once in a turn of the event loop; where a second cannot fill the disk, once in a second. */
export function createFreeBytes({
  read,
  elapsedMs,
}: {
  readonly read: () => number | null;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}): () => number | null {
  let ample: { readonly bytes: number; readonly readMs: number } | undefined;
  const readInTurn = cachedForTurn(read);
  return () => {
    const nowMs = elapsedMs();
    if (ample !== undefined && nowMs - ample.readMs < SECOND_MS) return ample.bytes;
    const bytes = readInTurn();
    ample = bytes !== null && bytes >= AMPLE_BYTES ? { bytes, readMs: nowMs } : undefined;
    return bytes;
  };
}

export function isDiskFullAt(path: string): boolean {
  const free = freeBytesAt(path);
  return free !== null && free < MIN_FREE_BYTES;
}

/** Creates the reserve again as soon as there is room for it. */
export function reserveJob(dataDir: string): BackgroundJob {
  return {
    intervalMs: MINUTE_MS,
    failure: "the reserve of disk space could not be made",
    run() {
      const free = freeBytesAt(dataDir);
      if (free === null || free >= 2 * MIN_FREE_BYTES) ensureReserve(dataDir);
    },
  };
}

/** What is wrong with the disk of the recording, from its free bytes. */
export function diskProblems(free: number | null): readonly StationProblem[] {
  if (free === null || free >= MIN_FREE_BYTES) return [];
  const kib = Math.floor(free / 1024);
  const msg = `The disk of the station is full: ${kib} KiB are left. Nothing new is stored until there is room.`;
  return [{ code: "disk_full", msg }];
}

/** What is wrong with the recording itself. `withPaths`: for administrators. */
export function damageProblems(damage: string | null, dataDir: string, withPaths: boolean): readonly StationProblem[] {
  if (damage === null) return [];
  const msg = withPaths
    ? `The recording is damaged, so nothing new is stored. ${restoreHint(dataDir)} Or export what can be read.`
    : DAMAGED_SENTENCE;
  return [{ code: "recording_damaged", msg }];
}

/**
 * The problem that what is recorded from now on will not be in the recording that is used after the next start.
 * `withPaths`: for administrators.
 */
export function restoreProblems(mark: RestoreMark | undefined, withPaths: boolean): readonly StationProblem[] {
  if (mark === undefined) return [];
  const msg = withPaths
    ? `A backup takes the place of the recording at the next start: ${mark.path}. What is recorded until then is only in the one that is kept beside it.`
    : "A backup takes the place of the recording at the next start. What is recorded until then is only in the one that is kept beside it.";
  return [{ code: "restore_waits", msg }];
}
