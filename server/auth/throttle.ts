import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Throttle } from "../kernel/throttle.ts";

/** How many attempts within how many seconds. */
export type AttemptLimit = { readonly attempts: number; readonly windowS: number };

/** Names of accounts come from strangers and may be long. */
const MAX_KEY_CHARACTERS = 320;

/**
 * Counts attempts in memory, per address and per account; each window begins with its first attempt. The limiter reads
 * the computer's clock itself.
 */
export function createThrottle(limits: {
  readonly perAddress: AttemptLimit;
  readonly perAccount?: AttemptLimit;
}): Throttle {
  const byAddress = limiter(limits.perAddress);
  const byAccount = limits.perAccount === undefined ? undefined : limiter(limits.perAccount);

  return {
    async attempt({ address, account }) {
      const waits = [
        address === undefined ? 0 : await consumeAttempt(byAddress, address),
        account === undefined || byAccount === undefined ? 0 : await consumeAttempt(byAccount, keyOf(account)),
      ];
      const waitMs = Math.max(...waits);
      return waitMs === 0 ? { kind: "allowed" } : { kind: "refused", retryAfterS: Math.ceil(waitMs / 1000) };
    },
    async succeeded({ address, account }) {
      // Not all of the address: whoever has an account could go on trying at those of others.
      if (address !== undefined) await byAddress.reward(address);
      if (account !== undefined) await byAccount?.delete(keyOf(account));
    },
  };
}

function limiter({ attempts, windowS }: AttemptLimit): RateLimiterMemory {
  return new RateLimiterMemory({ points: attempts, duration: windowS });
}

function keyOf(account: string): string {
  return account.slice(0, MAX_KEY_CHARACTERS);
}

/** Milliseconds until the next attempt is allowed; 0 when this one is. */
async function consumeAttempt(one: RateLimiterMemory, key: string): Promise<number> {
  try {
    await one.consume(key);
    return 0;
  } catch (refusal) {
    // The limiter refuses by rejecting with its count; anything else is a fault.
    if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
    throw refusal;
  }
}
