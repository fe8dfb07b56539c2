import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";

const ISO_FORM =
  /^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+)[\d,]*)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?\s*$/i;
const COMMON = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const ZONE = /(Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*$/i;
const DATE_LENGTH = 10;

let lastDate = "";
let lastDateMs = Number.NaN;

/**
 * Unix milliseconds of a date and time of day, in ISO 8601 or as logs write it (`2019.9.27 10:28:08,438,904`); without a
 * zone it is UTC. `NaN` for anything else.
 */
export function parseTime(text: string): number {
  // A log repeats the same day a million times.
  if (COMMON.test(text)) return dateMs(text.slice(0, DATE_LENGTH)) + ofDayMs(text);
  const [, year, month, date, hour, minute, second = "0", fraction = "", zone = "Z"] = ISO_FORM.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const day = dateMs(`${year}-${month!.padStart(2, "0")}-${date!.padStart(2, "0")}`);
  const clock = Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS;
  const isClock = clock <= DAY_MS && Number(minute) < 60 && Number(second) <= 60;
  return isClock ? day + clock + Number(fraction.padEnd(3, "0").slice(0, 3)) - offsetMs(zone) : Number.NaN;
}

/** Whether a time has its offset from UTC; one without is accepted only in logs. */
export function hasOffset(text: string): boolean {
  return text.endsWith("Z") || ZONE.test(text);
}

/** Offset at the end of a time of day, minutes east of UTC; `undefined` without one. */
export function zoneOf(text: string): number | undefined {
  const [, zone] = ZONE.exec(text) ?? [];
  return zone === undefined ? undefined : offsetMs(zone) / MINUTE_MS;
}

function dateMs(date: string): number {
  if (date !== lastDate) {
    lastDate = date;
    lastDateMs = Date.parse(date);
  }
  return lastDateMs;
}

function ofDayMs(text: string): number {
  const clock = pair(text, 11) * HOUR_MS + pair(text, 14) * MINUTE_MS + pair(text, 17) * SECOND_MS;
  if (clock > DAY_MS) return Number.NaN;
  return text.length === 20 ? clock : clock + Math.round(Number(text.slice(19, -1)) * SECOND_MS);
}

function pair(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}

function offsetMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}
