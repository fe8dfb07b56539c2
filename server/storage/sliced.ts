import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Rows that a long read or write handles before it yields to the event loop: 200 keep the event loop delay below 2 ms
 * (99th percentile) while a million rows are read (docs/performance-trials.md).
 */
export const SLICE_ROWS = 200;

/** Yields to the event loop. Throws when the signal is aborted, so that work ends when its caller disconnects. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await nextTurn();
  signal?.throwIfAborted();
}
