import { type Clock, MINUTE_MS } from "../../kernel/clock.ts";

const LIFE_MS = 10 * MINUTE_MS;
/** A caller with the password can begin many: the oldest are dropped first. */
const MAX_PENDING = 1000;

/**
 * Operations that were begun and have to be finished within ten minutes; in memory, because after a restart they are
 * begun again.
 */
export type Pending<T> = {
  readonly put: (key: string, value: T) => void;
  readonly find: (key: string) => T | undefined;
  readonly remove: (key: string) => void;
};

export function createPending<T>(clock: Clock): Pending<T> {
  const entries = new Map<string, { readonly value: T; readonly expiresMs: number }>();
  return {
    put(key, value) {
      entries.delete(key);
      for (const [oldest] of entries) {
        if (entries.size < MAX_PENDING) break;
        entries.delete(oldest);
      }
      entries.set(key, { value, expiresMs: clock.now() + LIFE_MS });
    },
    find(key) {
      const entry = entries.get(key);
      return entry !== undefined && entry.expiresMs > clock.now() ? entry.value : undefined;
    },
    remove: (key) => void entries.delete(key),
  };
}
