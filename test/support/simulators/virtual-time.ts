import type { SimulatorTime } from "./device-simulator.ts";

type Timer = { readonly atMs: number; readonly order: number; readonly callback: () => void };

/** Time that advances only while a test waits for something, and then at once: a minute takes microseconds. */
export type VirtualTime = SimulatorTime & {
  /**
   * Waits for the promise, advancing the time from timer to timer; rejects when no timer is left that could settle it.
   */
  readonly until: <T>(promise: Promise<T>) => Promise<T>;
  /** Advances the time by that much. */
  readonly pass: (ms: number) => Promise<void>;
};

export function createVirtualTime(startMs = Date.UTC(2026, 5, 1, 12)): VirtualTime {
  const timers = new Set<Timer>();
  let nowMs = startMs;
  let order = 0;

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (first === undefined || timer.atMs < first.atMs || (timer.atMs === first.atMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  };
  const fire = (timer: Timer) => {
    timers.delete(timer);
    nowMs = Math.max(nowMs, timer.atMs);
    timer.callback();
  };

  return {
    now: () => nowMs,
    schedule(callback, delayMs) {
      order += 1;
      const timer = { atMs: nowMs + Math.max(0, delayMs), order, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async until(promise) {
      const state = { isSettled: false };
      const settle = () => {
        state.isSettled = true;
      };
      promise.then(settle, settle);
      await turn();
      while (!state.isSettled) {
        const timer = next();
        if (timer === undefined) throw new Error("The test waits for something that nothing can bring about.");
        fire(timer);
        await turn();
      }
      return promise;
    },
    async pass(ms) {
      const endMs = nowMs + ms;
      await turn();
      for (let timer = next(); timer !== undefined && timer.atMs <= endMs; timer = next()) {
        fire(timer);
        await turn();
      }
      nowMs = endMs;
    },
  };
}

/** Lets all promises settle that can. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
