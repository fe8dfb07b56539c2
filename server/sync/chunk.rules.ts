/** Number of points in the first request to a peer, and at most. */
const FIRST_CHUNK = 1000;
const MAX_CHUNK = 5000;
const MIN_CHUNK = 1;
/** A request that takes less may be larger next time; one that takes more should be smaller. */
const QUICK_MS = 2000;
const SLOW_MS = 10_000;

export type ChunkOutcome = { readonly kind: "took"; readonly ms: number } | { readonly kind: "too_large" | "timeout" };

/** Size of the next chunk after one of `size` points. */
export function nextChunk(size: number, outcome: ChunkOutcome): number {
  const isTooMuch = outcome.kind !== "took" || outcome.ms > SLOW_MS;
  if (isTooMuch) return Math.max(MIN_CHUNK, Math.floor(size / 2));
  return outcome.ms < QUICK_MS ? Math.min(MAX_CHUNK, size * 2) : size;
}

export function firstChunk(learned: number | undefined): number {
  return Math.min(MAX_CHUNK, Math.max(MIN_CHUNK, learned ?? FIRST_CHUNK));
}
