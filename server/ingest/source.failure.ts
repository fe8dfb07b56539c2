/**
 * Why a source cannot continue, in one sentence for the operator. A lasting failure (a missing file, an unknown format)
 * is not expected to disappear within seconds, so it is retried at the longest interval.
 */
export class SourceFailure extends Error {
  override readonly name = "SourceFailure";
  readonly isLasting: boolean;

  constructor(sentence: string, options: { readonly isLasting?: boolean; readonly cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.isLasting = options.isLasting ?? false;
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
  return text.trim() === "" ? "The source failed without saying why." : text.trim();
}
