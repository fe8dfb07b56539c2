const CODES: ReadonlySet<unknown> = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT"]);

export const DISK_FULL_SENTENCE =
  "The disk of the station is full: nothing was stored. Free some space, or shorten how long recordings are kept.";

/** Whether a write failed because there is no room, so that a person has to free some. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && CODES.has(error.code);
}
