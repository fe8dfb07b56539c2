import { describe, expect, it } from "vitest";
import {
  dayEndParameter,
  dayStartParameter,
  countByDay,
  dayAfter,
  calendarDayOf,
  isMonth,
  sameDayInMonth,
  weeksOf,
} from "./calendar-days.ts";

describe("the days of a calendar", () => {
  it("are weeks from Monday on, filled with days of the neighbouring months", () => {
    const weeks = weeksOf("2026-11");
    expect(weeks).toHaveLength(6);
    expect(weeks[0]).toEqual([
      "2026-10-26",
      "2026-10-27",
      "2026-10-28",
      "2026-10-29",
      "2026-10-30",
      "2026-10-31",
      "2026-11-01",
    ]);
    expect(weeks.at(-1)?.at(-1)).toBe("2026-12-06");
    expect(weeksOf("2027-02")).toHaveLength(4);
  });

  it("continue over months, years and leap days", () => {
    expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
    expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
    expect(sameDayInMonth("2026-10-31", 1)).toBe("2026-11-30");
    expect(sameDayInMonth("2026-01-15", -1)).toBe("2025-12-15");
    expect(["2026-11", "2026-13", "11-2026", ""].map(isMonth)).toEqual([true, false, false, false]);
  });

  it("have the flights that overlap them", () => {
    const flight = (start: string, finish: string, flown: string | null = null) => ({
      date_planned_start: start,
      date_planned_finish: finish,
      date_started: flown,
      date_finished: null,
    });
    const flights = [
      flight("2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z"),
      flight("2026-11-20T23:50:00Z", "2026-11-21T00:20:00Z"),
      flight("2026-11-19T09:00:00Z", "2026-11-22T10:00:00Z", "2026-11-22T09:00:00Z"),
    ];
    const counts = countByDay(flights, ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"], "utc");
    expect([...counts.values()]).toEqual([0, 2, 1, 1]);
  });

  it("are those of the displayed time zone", () => {
    expect(calendarDayOf(Date.UTC(2026, 10, 20, 23, 59), "utc")).toBe("2026-11-20");
    expect(dayEndParameter("2026-11-20", "utc")).toBe("2026-11-20");
    const [begin, end] = [dayStartParameter("2026-11-20", "local"), dayEndParameter("2026-11-20", "local")];
    expect(calendarDayOf(Date.parse(begin), "local")).toBe("2026-11-20");
    expect(calendarDayOf(Date.parse(begin) - 1, "local")).toBe("2026-11-19");
    expect(Date.parse(end) - Date.parse(begin)).toBe(86_400_000 - 1);
  });
});
