import { RateLimiterMemory } from "rate-limiter-flexible";

const WINDOW_S = 10 * 60;

/** What one address may do in ten minutes; kept in memory, so that a rotation of keys forgets nothing. */
export type Limiters = {
  /** Wrong device codes (RFC 8628, 5.1). Eight of twenty letters leave no chance to a guess then. */
  readonly wrongCodes: RateLimiterMemory;
  /** Requests that store something before anybody has said who they are. */
  readonly starts: RateLimiterMemory;
};

export function createLimiters(most: { readonly wrongCodes: number; readonly starts: number }): Limiters {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  return { wrongCodes: limiter(most.wrongCodes), starts: limiter(most.starts) };
}
