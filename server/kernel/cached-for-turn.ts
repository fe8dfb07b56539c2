/**
 * Caches what `read` returns until the next turn of the event loop: for a request to the system that takes longer than
 * a response. Of many requests that arrive together one reads, and none gets a value from before it arrived.
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
