import { RateLimiterMemory } from "rate-limiter-flexible";

const WINDOW_S = 10 * 60;

/**
 * Limits per address in ten minutes; kept in memory outside the provider, so that a rotation of keys does not reset
 * them.
 */
export type Limiters = {
  /** Wrong device codes (RFC 8628, 5.1). With eight of twenty letters, guessing then has no chance. */
  readonly wrongCodes: RateLimiterMemory;
  /** Requests that store something before the caller is authenticated. */
  readonly starts: RateLimiterMemory;
};

export function createLimiters(most: { readonly wrongCodes: number; readonly starts: number }): Limiters {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  return { wrongCodes: limiter(most.wrongCodes), starts: limiter(most.starts) };
}
