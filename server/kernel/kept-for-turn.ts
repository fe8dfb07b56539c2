/**
 * Gives the same value until the event loop turns: for what the system is asked, which takes longer than an answer. Of
 * many requests that arrive together one asks, and none gets a value from before it arrived.
 */
export function keptForTurn<T>(read: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    if (kept === undefined) {
      kept = { value: read() };
      setImmediate(() => (kept = undefined));
    }
    return kept.value;
  };
}
