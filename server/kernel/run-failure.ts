export type FailureOptions = { readonly isPersistent?: boolean; readonly cause?: unknown };

/**
 * Why something that runs by itself (a source, an output) cannot continue, in one sentence for the operator. A persistent
 * failure (a missing file, a certificate that cannot be read) is not expected to disappear within seconds, so it is
 * retried at the longest interval.
 */
export class RunFailure extends Error {
  readonly isPersistent: boolean;

  constructor(sentence: string, options: FailureOptions = {}) {
    super(sentence, { cause: options.cause });
    this.isPersistent = options.isPersistent ?? false;
  }
}

/** The code of a system error (`ENOENT`, `EADDRINUSE`), or `undefined`. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The text of an error for a person. */
export function errorMessageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim() === "" ? "It failed without saying why." : text.trim();
}
