import { type RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Counts one request or attempt; milliseconds until the next one is allowed, 0 when this one is allowed. */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    // The limiter refuses by rejecting with its result; anything else is an error.
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}
