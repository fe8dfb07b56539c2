/** Thrown where a file is not of the format it is read as; the message is the one sentence that the person sees. */
export class UnreadableFileError extends Error {
  override readonly name = "UnreadableFileError";
}

/** The result of `work`, or the sentence of the `UnreadableFileError` it threw. */
export async function catchUnreadableFile<T>(
  work: () => Promise<T>,
): Promise<T | { readonly kind: "invalid"; readonly message: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { kind: "invalid", message: error.message };
  }
}
