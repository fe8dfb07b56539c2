import { MAX_BACK_OFF_MS } from "../features/sync/index.ts";

const FIRST_MS = 2000;

/**
 * Pause before the attempt after `attempt` failed ones: full jitter below an exponential limit, at most five minutes
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter).
 */
export function backOffMs(attempt: number, random: () => number): number {
  const limit = Math.min(FIRST_MS * 2 ** Math.min(attempt, 16), MAX_BACK_OFF_MS);
  return Math.ceil(random() * limit);
}
