import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, Schedule } from "../kernel/clock.ts";

type Timer = { readonly atMs: number; readonly action: () => void };

/** A clock and timers that only advance when a test says so. */
export type ManualTime = {
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** Advances the clock: fires the timers that are due in order of time, and lets promises settle in between. */
  readonly advance: (ms: number) => Promise<void>;
  /** All delays that were requested, in order. */
  readonly delays: readonly number[];
};

export function createManualTime(startMs = Date.UTC(2026, 0, 1)): ManualTime {
  const timers = new Set<Timer>();
  const delays: number[] = [];
  let nowMs = startMs;
  const earliestUntil = (endMs: number) =>
    [...timers].filter((timer) => timer.atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
  return {
    clock: { now: () => nowMs },
    delays,
    schedule(action, delayMs) {
      delays.push(delayMs);
      const timer = { atMs: nowMs + delayMs, action };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const endMs = nowMs + ms;
      await nextTurn();
      for (let timer = earliestUntil(endMs); timer !== undefined; timer = earliestUntil(endMs)) {
        timers.delete(timer);
        nowMs = Math.max(nowMs, timer.atMs);
        timer.action();
        await nextTurn();
      }
      nowMs = endMs;
      await nextTurn();
    },
  };
}

/** A clock whose timers fire in the next turn of the event loop and advance the clock: hours pass in milliseconds. */
export function createSkippingTime(startMs = Date.UTC(2026, 0, 1)): Pick<ManualTime, "clock" | "schedule" | "delays"> {
  const delays: number[] = [];
  let nowMs = startMs;
  return {
    clock: { now: () => nowMs },
    delays,
    schedule(action, delayMs) {
      delays.push(delayMs);
      const immediate = setImmediate(() => {
        nowMs += delayMs;
        action();
      });
      return () => clearImmediate(immediate);
    },
  };
}
