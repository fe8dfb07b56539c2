import { SECOND_MS } from "./clock.ts";

const MIN_DELAY_MS = SECOND_MS;
/** With jitter the longest delay is 30 s. */
const MAX_DELAY_MS = 24 * SECOND_MS;
const JITTER_SHARE = 0.25;

/** After a run of this length, the next failure starts again at the shortest delay. */
export const GOOD_RUN_MS = 10 * SECOND_MS;

/**
 * Milliseconds to wait after the `failures`-th failure in a row (1, 2, …): 1 s, doubling up to 24 s, plus up to a
 * quarter. `random` is a number from 0 to 1, so that runs that failed together do not retry together.
 */
export function retryDelayMs(failures: number, random: number): number {
  const delayMs = Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(delayMs * (1 + JITTER_SHARE * random));
}

/** The delay between attempts after a lasting failure. */
export function lastingDelayMs(random: number): number {
  return retryDelayMs(Number.MAX_SAFE_INTEGER, random);
}
