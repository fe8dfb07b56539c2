/** Errors of the disk rather than of the data: worth another try with the same items. */
export function isTransientError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY)/.test(code);
}
