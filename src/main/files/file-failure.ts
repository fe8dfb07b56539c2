import { desktopText } from "../text/desktop-text.ts";

/** Why a file could not be written, in the language of the desktop; rare reasons in the words of the system. */
export function reasonOf(error: unknown): string {
  const { full, forbidden, readOnly, gone } = desktopText().app.files;
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOSPC":
    case "EDQUOT":
      return full;
    case "EACCES":
    case "EPERM":
      return forbidden;
    case "EROFS":
      return readOnly;
    case "ENOENT":
      return gone;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
