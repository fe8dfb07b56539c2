/** Thrown where a file cannot be what it is read as; the message is the one sentence that the person sees. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** What `work` gives, or the sentence of the `Unreadable` it threw. */
export async function readOrExplain<T>(
  work: () => Promise<T>,
): Promise<T | { readonly kind: "invalid"; readonly message: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "invalid", message: error.message };
  }
}
