/** Shorter than anybody notices, and long enough that many requests at once ask the system once. */
const KEPT_MS = 100;

/** Gives the same value for a tenth of a second: for what the system is asked, which takes longer than an answer. */
export function keptBriefly<T>(read: () => T): () => T {
  let kept: { readonly value: T; readonly readMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (kept === undefined || nowMs - kept.readMs >= KEPT_MS) kept = { value: read(), readMs: nowMs };
    return kept.value;
  };
}
