import { z } from "zod";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "./clock.ts";

/** Both ends inclusive, Unix milliseconds. */
export type TimeRange = { readonly fromMs: number; readonly toMs: number };

export type TimeResult =
  | { readonly kind: "time"; readonly timeMs: number }
  | { readonly kind: "invalid"; readonly message: string };

const Absolute = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const CLOCK_DURATION = /^-(\d{1,4}):([0-5]\d):([0-5]\d)$/;
/** The smallest part of a duration may have a fraction (ISO 8601-1 5.5.2.3). */
const PART = String.raw`(\d+(?:[.,]\d{1,9}(?=[WDHMS]$))?)`;
const ISO_DURATION = new RegExp(
  `^-P(?!$)(?:${PART}W)?(?:${PART}D)?(?:T(?!$)(?:${PART}H)?(?:${PART}M)?(?:${PART}S)?)?$`,
);
const DAY_MS = 24 * HOUR_MS;

/**
 * Parses an absolute time (ISO 8601 with `Z` or an offset) or a time relative to now: a negative ISO 8601 duration of
 * weeks, days, hours, minutes and seconds, or `-HH:MM:SS`. Months and years have no fixed length and are refused.
 */
export function parseTime(text: string, nowMs: number): TimeResult {
  if (Absolute.safeParse(text).success) {
    const timeMs = Date.parse(text);
    if (Number.isFinite(timeMs)) return { kind: "time", timeMs };
  }
  const agoMs = durationMs(text);
  if (agoMs !== undefined) return { kind: "time", timeMs: nowMs - agoMs };
  return {
    kind: "invalid",
    message: "must be an ISO 8601 date-time with Z or an offset, or a negative duration such as -PT1H or -01:00:00",
  };
}

function durationMs(text: string): number | undefined {
  const clock = CLOCK_DURATION.exec(text);
  if (clock) return Number(clock[1]) * HOUR_MS + Number(clock[2]) * MINUTE_MS + Number(clock[3]) * SECOND_MS;
  const iso = ISO_DURATION.exec(text);
  if (!iso) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso
    .slice(1)
    .map((part) => Number(part?.replace(",", ".") ?? 0));
  const total = Math.round((weeks * 7 + days) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS);
  return Number.isSafeInteger(total) && total < 200 * 366 * DAY_MS ? total : undefined;
}
