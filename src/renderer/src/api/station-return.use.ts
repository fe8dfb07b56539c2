import { onScopeDispose } from "vue";
import { onTick } from "../ui/clock.ts";

const RETRY_EVERY_MS = 5_000;

const callbacks = new Set<() => void>();

/** Called by the live connection when it has reached the station, also for the first time. */
export function announceStationReturn(): void {
  for (const callback of callbacks) callback();
}

/**
 * Loads again what could not be loaded while the station was out of reach: the page says that the console reconnects by
 * itself. It is loaded as soon as the station is back, and tried every few seconds until then: a request may fail only
 * after the return, and the live connection does not notice a short outage. What was loaded stays as it is.
 * `hasFailed` is true only of a failure that another attempt can mend, so not where the station refused.
 * `retry` is for a caller that knows of an open request, which it must not cancel.
 */
export function useStationReturn(
  hasFailed: () => boolean,
  load: () => Promise<unknown>,
  retry: () => Promise<unknown> = load,
): void {
  let openAttempts = 0;
  const reload = (): void => {
    if (hasFailed()) void waitFor(load());
  };
  const retryFailed = (): void => {
    if (hasFailed() && openAttempts === 0) void waitFor(retry());
  };

  async function waitFor(attempt: Promise<unknown>): Promise<void> {
    openAttempts += 1;
    try {
      await attempt;
    } finally {
      openAttempts -= 1;
    }
  }

  callbacks.add(reload);
  onScopeDispose(() => callbacks.delete(reload));
  onScopeDispose(onTick(RETRY_EVERY_MS, retryFailed));
}
