import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseDay, parseDayAndTime, dayAndTimeOf } from "./date-time-text.ts";

const AT = "2026-11-22T21:05:00.000Z";

describe("a date and a time that are typed", () => {
  beforeEach(() => {
    vi.stubEnv("TZ", "Asia/Tokyo");
    return () => vi.unstubAllEnvs();
  });

  it("follow the chosen clock, in 24 hours", () => {
    expect(dayAndTimeOf(AT, "utc")).toEqual({ day: "2026-11-22", time: "21:05" });
    expect(dayAndTimeOf(AT, "local")).toEqual({ day: "2026-11-23", time: "06:05" });
    expect(parseDayAndTime("2026-11-22", "21:05", "utc")).toBe(AT);
    expect(parseDayAndTime("2026-11-23", "6:05", "local")).toBe(AT);
  });

  it("are read as people type times", () => {
    for (const time of ["09:05", "9:05", "0905", "9.05", " 09:05 "]) {
      expect(parseDayAndTime("2026-11-22", time, "utc")).toBe("2026-11-22T09:05:00.000Z");
    }
  });

  it("give no moment if one of them is invalid", () => {
    expect(parseDayAndTime("2026-11-22", "24:00", "utc")).toBe("");
    expect(parseDayAndTime("2026-11-22", "9 pm", "utc")).toBe("");
    expect(parseDayAndTime("", "09:05", "utc")).toBe("");
    expect(dayAndTimeOf("", "utc")).toEqual({ day: "", time: "" });
  });

  it("are a day only in the order of ISO 8601, which no language changes", () => {
    expect(parseDay(" 2026-11-22 ")).toBe("2026-11-22");
    expect(parseDay("20261122")).toBe("2026-11-22");
    expect(parseDay("")).toBe("");
    for (const text of ["22.11.2026", "11/22/2026", "2026-22-11", "2026-02-30", "today"]) {
      expect([text, parseDay(text)]).toEqual([text, undefined]);
    }
  });
});
