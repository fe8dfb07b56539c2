import { DISK_FULL_SENTENCE, isDiskFull } from "./disk-full.ts";

export const DAMAGED_SENTENCE =
  "The recording of the station is damaged, so nothing new is stored: restore the last backup, or export what can be read.";
/** For callers that encounter the damage before a check has found it: until then new records are stored. */
const DAMAGED_PART_SENTENCE =
  "This needs a part of the recording that is damaged: restore the last backup, or export what can be read.";
const FAILING_SENTENCE =
  "The disk of the station takes no writes: nothing was stored. Look at the system's log; a failing disk is often mounted read-only.";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Whether a statement met a damaged page, or a reader a damaged segment. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error));
}

/**
 * The reason, for the caller, of a refusal after which the same request may succeed later; undefined for other errors.
 */
export function refusedWriteOf(
  error: unknown,
): { readonly status: 503 | 507; readonly code: string; readonly msg: string } | undefined {
  if (isDiskFull(error)) return { status: 507, code: "insufficient_storage", msg: DISK_FULL_SENTENCE };
  if (isDamage(error)) return { status: 503, code: "recording_damaged", msg: DAMAGED_PART_SENTENCE };
  // The only thing read-only that a station tries to write to is a recording that was found damaged.
  if (codeOf(error).startsWith("SQLITE_READONLY")) {
    return { status: 503, code: "recording_damaged", msg: DAMAGED_SENTENCE };
  }
  if (/^(?:SQLITE_IOERR|EROFS$|EIO$)/.test(codeOf(error))) {
    return { status: 503, code: "disk_failing", msg: FAILING_SENTENCE };
  }
  return undefined;
}

/**
 * The meaning of a file system error for the person who runs a station, as a sentence that says what to do; undefined
 * for other errors.
 */
export function fileSystemAdvice(error: unknown, path: string): string | undefined {
  if (isDiskFull(error)) return `The disk of ${path} is full: free some space there, then start again.`;
  switch (codeOf(error)) {
    case "EPERM":
    case "EACCES":
      return `This user may not write ${path}: give the directory to the user that runs the station (chown, chmod 700), or choose another with --data.`;
    case "EROFS":
    case "SQLITE_READONLY":
    case "SQLITE_READONLY_DIRECTORY":
    case "SQLITE_READONLY_DBMOVED":
      return `The disk of ${path} is mounted read-only: mount it for writing (a failing disk is often remounted read-only by the system), or choose another directory with --data.`;
    case "SQLITE_CANTOPEN":
      return `The recording in ${path} cannot be opened: it belongs to another user, or its disk is gone. Give it to the user that runs the station, or choose another directory with --data.`;
    default:
      return undefined;
  }
}
