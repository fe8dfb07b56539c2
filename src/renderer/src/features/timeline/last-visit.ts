/** What happened since the console was open last. */
export interface LastVisit {
  /** Unix milliseconds on the station's clock. */
  readonly sinceMs: number;
  readonly operations: number;
  /** False where there were more operations than could be counted. */
  readonly isComplete: boolean;
}

/** The shortest absence that is reported; a reload or a short break is not. */
const MIN_ABSENCE_MS = 5 * 60_000;
/** The station lists at most 31 days at once. */
const MAX_ABSENCE_MS = 31 * 86_400_000;

/** The time of the last visit from its stored text; undefined if that is missing or recent. */
export function lastVisitMs(noted: string | null, nowMs: number): number | undefined {
  const timeMs = noted === null || noted === "" ? Number.NaN : Number(noted);
  if (!Number.isFinite(timeMs) || nowMs - timeMs < MIN_ABSENCE_MS) return undefined;
  return Math.max(timeMs, nowMs - MAX_ABSENCE_MS);
}
