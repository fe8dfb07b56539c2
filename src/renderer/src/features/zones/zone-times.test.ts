import { describe, expect, it } from "vitest";
import type { ZoneProperties } from "../../../../../server/contracts/zones.ts";
import { forceAt, timesText } from "./zone-times.ts";

type Daily = ZoneProperties["periods"][number]["daily"][number];

const period = (start: string | null, end: string | null, daily: readonly Daily[] = []) => ({
  start,
  end,
  daily: [...daily],
});
const daily = (days: readonly string[], start_time: string | null, end_time: string | null): Daily => ({
  days: [...days],
  start_time,
  end_time,
});
const force = (periods: ZoneProperties["periods"], at: string) => forceAt({ periods }, Date.parse(at));
const onDays = (...entries: readonly Daily[]) => [period(null, null, entries)];

/** As in the example of ED-318 by Eurocontrol: every day from four to five, and on Sundays also from ten to twelve. */
const EXAMPLE = [
  period("2018-12-31T15:59:59Z", "2019-12-31T15:59:59Z", [
    daily(["ANY"], "16:00:00Z", "17:00:00Z"),
    daily(["SUN"], "10:00:00Z", "12:00:00Z"),
  ]),
];

describe("a zone is in force", () => {
  it("always where the file gives no times, as ED-269 also says with empty ones", () => {
    expect(force([], "2026-01-01T00:00:00Z")).toBe("in_force");
    expect(force(onDays(daily([], null, null)), "2026-01-01T00:00:00Z")).toBe("in_force");
  });

  it.each([
    ["2019-06-03T16:30:00Z", "in_force"],
    ["2019-06-03T17:00:00Z", "not_in_force"],
    ["2019-06-03T10:30:00Z", "not_in_force"],
    ["2019-06-02T10:30:00Z", "in_force"],
    ["2018-12-30T16:30:00Z", "not_in_force"],
    ["2020-06-03T16:30:00Z", "not_in_force"],
  ])("at its times in its period: %s is %s", (at, expected) => {
    expect(force(EXAMPLE, at)).toBe(expected);
  });

  it("in one of several periods, also with one side open", () => {
    const periods = [period(null, "2026-01-01T00:00:00Z"), period("2026-03-01T00:00:00+01:00", null)];
    expect(force(periods, "2025-12-31T23:00:00Z")).toBe("in_force");
    expect(force(periods, "2026-02-28T22:59:59Z")).toBe("not_in_force");
    expect(force(periods, "2026-02-28T23:00:00Z")).toBe("in_force");
  });

  it("past midnight as on the day before", () => {
    const nights = onDays(daily(["FRI"], "22:00Z", "06:00Z"));
    // 2026-05-01 is a Friday.
    expect(force(nights, "2026-05-01T05:00:00Z")).toBe("not_in_force");
    expect(force(nights, "2026-05-01T22:00:00Z")).toBe("in_force");
    expect(force(nights, "2026-05-02T05:59:00Z")).toBe("in_force");
    expect(force(nights, "2026-05-02T22:30:00Z")).toBe("not_in_force");
  });

  it("by the day and the clock of the offset that its times name", () => {
    const saturdays = onDays(daily(["SAT"], "00:30:00+02:00", "02:00:00+02:00"));
    expect(force(saturdays, "2026-05-01T22:45:00Z")).toBe("in_force");
    expect(force(saturdays, "2026-05-02T22:45:00Z")).toBe("not_in_force");
    expect(force(onDays(daily([], "08:00:00-05:00", null)), "2026-05-01T12:59:00Z")).toBe("not_in_force");
  });
});

describe("whether a zone is in force is unknown", () => {
  it("where a time does not say its zone, unless another entry tells", () => {
    const local = daily([], "08:00:00", "10:00:00");
    expect(force(onDays(local), "2026-05-01T09:00:00Z")).toBe("unknown");
    expect(force(onDays(local, daily([], "09:00Z", "09:30Z")), "2026-05-01T09:00:00Z")).toBe("in_force");
    expect(force([period("2026-05-01T00:00:00", null)], "2026-05-01T09:00:00Z")).toBe("unknown");
    expect(force([period("soon", "2026-01-01T00:00:00Z")], "2026-05-01T09:00:00Z")).toBe("not_in_force");
  });

  it("on whole days near midnight, which comes at another time in each country", () => {
    const fridays = onDays(daily(["FRI"], null, null));
    expect(force(fridays, "2026-05-01T12:00:00Z")).toBe("unknown");
    expect(force(fridays, "2026-05-01T08:00:00Z")).toBe("unknown");
    expect(force(fridays, "2026-05-03T12:00:00Z")).toBe("not_in_force");
    expect(force(onDays(daily(["THU", "FRI", "SAT"], null, null)), "2026-05-01T12:00:00Z")).toBe("in_force");
  });

  it("on days that only a calendar knows", () => {
    expect(force(onDays(daily(["PH"], "08:00Z", "10:00Z")), "2026-05-01T09:00:00Z")).toBe("unknown");
    expect(force(onDays(daily(["PH"], "08:00Z", "10:00Z")), "2026-05-01T11:00:00Z")).toBe("not_in_force");
  });
});

it("has its times written as in the file", () => {
  expect(timesText(EXAMPLE)).toBe(
    "2018-12-31T15:59:59Z – 2019-12-31T15:59:59Z; ANY 16:00:00Z – 17:00:00Z; SUN 10:00:00Z – 12:00:00Z",
  );
  expect(timesText([period(null, "2026-01-01T00:00:00Z")])).toBe("… – 2026-01-01T00:00:00Z");
  expect(timesText(onDays(daily(["FRI"], null, null)))).toBe("FRI");
});
