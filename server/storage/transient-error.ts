/** Whether an error comes from the disk rather than the data, so that retrying with the same items is worthwhile. */
export function isTransientError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY)/.test(code);
}
