/** The only source of the present time; handed in, so that tests can hold it still. */
export type Clock = { readonly now: () => number };

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function isoFromMs(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
