import type { ZoneProperties } from "./zones.ts";

/** `unknown` where the file's times cannot be evaluated: such a zone is treated as in force. */
export type ZoneForce = "in_force" | "not_in_force" | "unknown";

type Period = ZoneProperties["periods"][number];
type Daily = Period["daily"][number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
const ZONED_MOMENT = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/;
const TIME_OF_DAY = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
/** Where no time names its zone, the day may be that of the easternmost or the westernmost one. */
const EXTREME_OFFSETS_MINUTES = [-12 * 60, 14 * 60];

/** Whether a zone applies at a moment, Unix milliseconds, by the times of ED-269 and ED-318; without times, always. */
export function forceAt({ periods }: Pick<ZoneProperties, "periods">, atMs: number): ZoneForce {
  return periods.length === 0 ? "in_force" : anyOf(periods.map((period) => forceIn(period, atMs)));
}

function forceIn({ start, end, daily }: Period, atMs: number): ZoneForce {
  const [startMs, endMs] = [momentOf(start), momentOf(end)];
  return allOf([
    startMs === undefined ? "unknown" : forceIf(startMs === null || atMs >= startMs),
    endMs === undefined ? "unknown" : forceIf(endMs === null || atMs <= endMs),
    daily.length === 0 ? "in_force" : anyOf(daily.map((one) => forceOnDay(one, atMs))),
  ]);
}

function forceOnDay({ days, start_time: startTime, end_time: endTime }: Daily, atMs: number): ZoneForce {
  if (startTime === null && endTime === null) {
    const possible = EXTREME_OFFSETS_MINUTES.map((minutes) => dayForce(days, atMs + minutes * MINUTE_MS));
    return possible.every((one) => one === possible[0]) ? possible[0]! : "unknown";
  }
  const [start, end] = [timeOfDay(startTime), timeOfDay(endTime)];
  if (start === undefined || end === undefined) return "unknown";
  const localMs = atMs + (start ?? end)!.offsetMs;
  const ofDayMs = ((localMs % DAY_MS) + DAY_MS) % DAY_MS;
  const [startMs, endMs] = [start?.ofDayMs ?? 0, end?.ofDayMs ?? DAY_MS];
  const today = dayForce(days, localMs);
  if (startMs < endMs) return allOf([today, forceIf(ofDayMs >= startMs && ofDayMs < endMs)]);
  // Past midnight it is still the window of the day before.
  const yesterday = dayForce(days, localMs - DAY_MS);
  return anyOf([allOf([today, forceIf(ofDayMs >= startMs)]), allOf([yesterday, forceIf(ofDayMs < endMs)])]);
}

/** A holiday, or another day that only a calendar of the country knows, is unknown. */
function dayForce(days: readonly string[], localMs: number): ZoneForce {
  const names = days.map((day) => day.toUpperCase());
  if (names.length === 0 || names.includes("ANY")) return "in_force";
  if (names.includes(DAYS[new Date(localMs).getUTCDay()]!)) return "in_force";
  return names.every((name) => DAYS.includes(name)) ? "not_in_force" : "unknown";
}

/** `null` for an open side, `undefined` for what cannot be read. */
function momentOf(text: string | null): number | null | undefined {
  if (text === null) return null;
  const ms = ZONED_MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

function timeOfDay(text: string | null): { readonly ofDayMs: number; readonly offsetMs: number } | null | undefined {
  if (text === null) return null;
  const [, hours, minutes, seconds = "0", zone] = TIME_OF_DAY.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const [, sign, zoneHours = "0", zoneMinutes = "0"] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * MINUTE_MS;
  return {
    ofDayMs: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000,
    offsetMs: sign === "-" ? -offset : offset,
  };
}

const forceIf = (isInForce: boolean): ZoneForce => (isInForce ? "in_force" : "not_in_force");

function anyOf(parts: readonly ZoneForce[]): ZoneForce {
  return parts.includes("in_force") ? "in_force" : parts.includes("unknown") ? "unknown" : "not_in_force";
}

function allOf(parts: readonly ZoneForce[]): ZoneForce {
  return parts.includes("not_in_force") ? "not_in_force" : parts.includes("unknown") ? "unknown" : "in_force";
}
