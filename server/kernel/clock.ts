/** The only source of the current time, in Unix milliseconds; injected so that tests can control it. */
export type Clock = { readonly now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds of a monotonic clock: for durations, which must not depend on changes of the station's clock. */
export const monotonicClock: Clock = { now: () => performance.now() };

/** Calls back once after the given milliseconds; returns the function that cancels it. A parameter, so that tests need not wait. */
export type Schedule = (callback: () => void, delayMs: number) => () => void;

/** The longest delay that a timer of Node.js supports; longer ones would fire immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemSchedule: Schedule = (callback, delayMs) => {
  const timer = setTimeout(callback, Math.min(delayMs, MAX_TIMER_MS));
  return () => clearTimeout(timer);
};

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The earliest and the latest time that a `Date` has, Unix milliseconds. */
export const MIN_TIME_MS = -8.64e15;
export const MAX_TIME_MS = 8.64e15;
export const ALL_TIME: { readonly fromMs: number; readonly toMs: number } = { fromMs: MIN_TIME_MS, toMs: MAX_TIME_MS };

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function isoFromMs(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** The same, and `null` for no time. */
export function isoOrNull(timeMs: number | null): string | null {
  return timeMs === null ? null : isoFromMs(timeMs);
}
