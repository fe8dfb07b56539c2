/** What happened since the console was open last. */
export interface LastVisit {
  /** Unix milliseconds on the station's clock. */
  readonly sinceMs: number;
  readonly operations: number;
  /** False where there were more operations than could be counted. */
  readonly isComplete: boolean;
}

/** Shorter absences are not worth a word: a reload, or a break for a coffee. */
const MIN_ABSENCE_MS = 5 * 60_000;
/** The station lists at most 31 days at once. */
const MAX_ABSENCE_MS = 31 * 86_400_000;

/** Since when, out of what was noted; undefined where that says nothing or is not long ago. */
export function sinceOf(noted: string | null, nowMs: number): number | undefined {
  const timeMs = noted === null || noted === "" ? Number.NaN : Number(noted);
  if (!Number.isFinite(timeMs) || nowMs - timeMs < MIN_ABSENCE_MS) return undefined;
  return Math.max(timeMs, nowMs - MAX_ABSENCE_MS);
}
