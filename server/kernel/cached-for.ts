import type { Clock } from "./clock.ts";

/** Caches what `read` returns for a period: for values that take the system longer than a short response takes. */
export function cachedFor<T>(periodMs: number, clock: Clock, read: () => T): () => T {
  let cached: { readonly value: T; readonly readMs: number } | undefined;
  return () => {
    const nowMs = clock.now();
    if (cached === undefined || nowMs - cached.readMs >= periodMs) cached = { value: read(), readMs: nowMs };
    return cached.value;
  };
}
