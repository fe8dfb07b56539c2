import { RateLimiterMemory } from "rate-limiter-flexible";
import type { Throttle } from "../kernel/throttle.ts";
import { consume } from "./rate-limit.ts";

/** Maximum number of attempts within a window in seconds. */
export type AttemptLimit = { readonly attempts: number; readonly windowS: number };

/** Account names come from anonymous callers, so their length must be limited. */
const MAX_KEY_CHARACTERS = 320;

/**
 * Counts attempts in memory, per address and per account; a window starts with its first attempt. The limiter uses the
 * system clock, not the injected one.
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
        address === undefined ? 0 : await consume(byAddress, address),
        account === undefined || byAccount === undefined ? 0 : await consume(byAccount, keyOf(account)),
      ];
      const waitMs = Math.max(...waits);
      return waitMs === 0 ? { kind: "allowed" } : { kind: "refused", retryAfterS: Math.ceil(waitMs / 1000) };
    },
    async succeeded({ address, account }) {
      // Only one attempt of the address is taken back: otherwise a user with an account could keep guessing at others.
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
