import { MINUTE_MS } from "./durations.ts";
import type { TimeZoneChoice } from "./times.ts";

/** Hours 0 to 23 and minutes: `14:05`, `9:05`, `14.05` or `1405`. */
const TIME = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The day that a text means, as `2026-11-22` or `20261122`; empty for an empty text, `undefined` where it is none. */
export function parseDay(text: string): string | undefined {
  const typed = text.trim();
  if (typed === "") return "";
  const day = typed.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const timeMs = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // `Date.parse` accepts 31 April as 1 May.
  return Number.isFinite(timeMs) && new Date(timeMs).toISOString().startsWith(day) ? day : undefined;
}

/** The day and the time of a moment on the chosen clock, as its two fields show them; both empty for no moment. */
export function dayAndTimeOf(iso: string, zone: TimeZoneChoice): { readonly day: string; readonly time: string } {
  const timeMs = Date.parse(iso);
  if (!Number.isFinite(timeMs)) return { day: "", time: "" };
  const offsetMs = zone === "utc" ? 0 : new Date(timeMs).getTimezoneOffset() * MINUTE_MS;
  const local = new Date(timeMs - offsetMs).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** The moment of a day and a time on the chosen clock, ISO 8601 in UTC; empty where one of them is invalid. */
export function parseDayAndTime(day: string, time: string, zone: TimeZoneChoice): string {
  const [, hours, minutes] = TIME.exec(time.trim()) ?? [];
  if (!DAY.test(day) || hours === undefined || minutes === undefined) return "";
  const timeMs = Date.parse(`${day}T${hours.padStart(2, "0")}:${minutes}:00${zone === "utc" ? "Z" : ""}`);
  return Number.isFinite(timeMs) ? new Date(timeMs).toISOString() : "";
}
