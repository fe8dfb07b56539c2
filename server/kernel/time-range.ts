import { Moment } from "../contracts/common.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./clock.ts";

/** Both ends inclusive, Unix milliseconds. */
export type TimeRange = { readonly fromMs: number; readonly toMs: number };

export type TimeResult =
  | { readonly kind: "time"; readonly timeMs: number }
  | { readonly kind: "invalid"; readonly message: string };

const CLOCK_DURATION = /^-(\d{1,4}):([0-5]\d):([0-5]\d)$/;
/** The smallest part of a duration may have a fraction (ISO 8601-1 5.5.2.3). */
const PART = String.raw`(\d+(?:[.,]\d{1,9}(?=[WDHMS]$))?)`;
const ISO_DURATION = new RegExp(
  String.raw`^-P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:${PART}W)?(?:${PART}D)?(?:T(?!$)(?:${PART}H)?(?:${PART}M)?(?:${PART}S)?)?$`,
);
const MAX_YEARS_AGO = 200;

/**
 * Parses an absolute time (ISO 8601 with `Z` or an offset) or a time relative to now: a negative ISO 8601 duration, or
 * `-HH:MM:SS`. Years and months are those of the calendar in UTC, counted back first: a month before 31 March is the
 * last day of February. Only the smallest part may have a fraction, and years and months none: they have no fixed length.
 */
export function parseTime(text: string, nowMs: number): TimeResult {
  const absolute = Moment.safeParse(text);
  if (absolute.success) return { kind: "time", timeMs: Date.parse(absolute.data) };
  const timeMs = findTimeBefore(text, nowMs);
  if (timeMs !== undefined) return { kind: "time", timeMs };
  return {
    kind: "invalid",
    message: "must be an ISO 8601 date-time with Z or an offset, or a negative duration such as -PT1H or -01:00:00",
  };
}

/** Unix milliseconds of a relative time; `undefined` for any other text. */
export function findTimeBefore(text: string, nowMs: number): number | undefined {
  const clock = CLOCK_DURATION.exec(text);
  if (clock) return nowMs - (Number(clock[1]) * HOUR_MS + Number(clock[2]) * MINUTE_MS + Number(clock[3]) * SECOND_MS);
  const iso = ISO_DURATION.exec(text);
  if (!iso) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso
    .slice(1)
    .map((part) => Number(part?.replace(",", ".") ?? 0));
  const fixedMs = Math.round((weeks * 7 + days) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS);
  const timeMs = monthsBefore(nowMs, years * 12 + months) - fixedMs;
  return timeMs > nowMs - MAX_YEARS_AGO * 366 * DAY_MS ? timeMs : undefined;
}

/** The same time and day a number of months ago, or the last day of that month where it has no such day. */
function monthsBefore(nowMs: number, months: number): number {
  if (months === 0) return nowMs;
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(nowMs).setUTCFullYear(year, month, Math.min(now.getUTCDate(), lastDay));
}
