import type { Clock } from "./clock.ts";

/** Gives the same value for a while: for what the system takes longer to tell than a short answer takes. */
export function keptFor<T>(periodMs: number, clock: Clock, read: () => T): () => T {
  let kept: { readonly value: T; readonly readMs: number } | undefined;
  return () => {
    const nowMs = clock.now();
    if (kept === undefined || nowMs - kept.readMs >= periodMs) kept = { value: read(), readMs: nowMs };
    return kept.value;
  };
}
