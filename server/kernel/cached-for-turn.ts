/**
 * Gives the same value until the event loop turns: for what the system is asked, which takes longer than an answer. Of
 * many requests that arrive together one asks, and none gets a value from before it arrived.
 */
export function cachedForTurn<T>(read: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    if (cached === undefined) {
      cached = { value: read() };
      setImmediate(() => (cached = undefined));
    }
    return cached.value;
  };
}
