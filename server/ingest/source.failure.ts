/**
 * Why a source cannot go on, in one sentence for the operator. A lasting failure (a file that is not there, a format
 * that nobody reads) will not heal by itself within seconds: it is tried again at the slowest pace.
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

/** What a person is told about an error. */
export function errorMessageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim() === "" ? "The source failed without saying why." : text.trim();
}
