import type { Flight } from "../../../../../server/contracts/flights.ts";
import { DAY_MS, MINUTE_MS } from "../../ui/durations.ts";
import type { TimeZoneChoice } from "../../ui/times.ts";

/** A day, `2026-11-20`; a month, `2026-11`. Calendar days without a time zone. */
export type Day = string;
export type Month = string;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DAYS_OF_WEEK = 7;

export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** The calendar day of a time, in UTC or in the zone of this computer. */
export function calendarDayOf(timeMs: number, zone: TimeZoneChoice): Day {
  const time = new Date(timeMs);
  const offsetMs = zone === "utc" ? 0 : time.getTimezoneOffset() * MINUTE_MS;
  return new Date(timeMs - offsetMs).toISOString().slice(0, 10);
}

export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or its last day. */
export function sameDayInMonth(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10);
}

/** The weeks of a month, from Monday on, filled with days of the neighbouring months. */
export function weeksOf(month: Month): readonly (readonly Day[])[] {
  const first: Day = `${month}-01`;
  const weekday = (new Date(first).getUTCDay() + 6) % DAYS_OF_WEEK;
  const weeks: Day[][] = [];
  for (
    let begin = dayAfter(first, -weekday);
    begin <= dayAfter(sameDayInMonth(first, 1), -1);
    begin = dayAfter(begin, 7)
  ) {
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, index) => dayAfter(begin, index)));
  }
  return weeks;
}

type FlightTimes = Pick<Flight, "date_started" | "date_finished" | "date_planned_start" | "date_planned_finish">;

/** How many flights there are on each of these days; one across midnight is on both, as it is in the list. */
export function countByDay(
  flights: readonly FlightTimes[],
  days: readonly Day[],
  zone: TimeZoneChoice,
): ReadonlyMap<Day, number> {
  const spans = flights.map((flight) => ({
    from: calendarDayOf(Date.parse(flight.date_started ?? flight.date_planned_start), zone),
    to: calendarDayOf(Date.parse(flight.date_finished ?? flight.date_planned_finish), zone),
  }));
  return new Map(days.map((day) => [day, spans.filter(({ from, to }) => from <= day && day <= to).length]));
}

/** The start of a day as a query parameter: the day itself in UTC, a date-time in another zone. */
export function dayStartParameter(day: Day, zone: TimeZoneChoice): string {
  return zone === "utc" ? day : new Date(localMidnightMs(day)).toISOString();
}

/** The last millisecond of a day, in the same form. */
export function dayEndParameter(day: Day, zone: TimeZoneChoice): string {
  return zone === "utc" ? day : new Date(localMidnightMs(day, 1) - 1).toISOString();
}

function localMidnightMs(day: Day, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
