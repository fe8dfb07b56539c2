import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Rows a long read or write handles before it lets the event loop turn: 200 keep its 99th percentile below 2 ms while a
 * million rows pass (docs/performance.md).
 */
export const SLICE_ROWS = 200;

/** Lets everything that waits run, then goes on; ends the work where its caller is gone. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await nextTurn();
  signal?.throwIfAborted();
}
