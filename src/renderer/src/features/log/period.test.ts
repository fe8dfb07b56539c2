import { describe, expect, it } from "vitest";
import { periodRangeOf, periodTimesOf } from "./period.ts";

const NONE = { from: "", to: "" };
const FROM = "2026-11-20T10:00:00.000Z";
const TO = "2026-11-20T12:00:00.000Z";

describe("the period of the log", () => {
  it("is relative to the station's clock for the usual choices", () => {
    expect(periodRangeOf("hour", NONE)).toEqual({ from: "-PT1H" });
    expect(periodRangeOf("week", NONE)).toEqual({ from: "-P7D" });
  });

  it("reaches until now when a custom range has no end", () => {
    expect(periodRangeOf("custom", { from: FROM, to: "" })).toEqual({ from: FROM });
    expect(periodRangeOf("custom", { from: FROM, to: TO })).toEqual({ from: FROM, to: TO });
  });

  it("is the same in date-times", () => {
    const nowMs = Date.parse(TO);
    expect(periodTimesOf("hour", NONE, nowMs)).toEqual({ from: "2026-11-20T11:00:00.000Z", to: TO });
    expect(periodTimesOf("week", NONE, nowMs)).toEqual({ from: "2026-11-13T12:00:00.000Z", to: TO });
    expect(periodTimesOf("all", NONE, nowMs)).toEqual({ from: "2000-01-01T00:00:00.000Z", to: TO });
    expect(periodTimesOf("custom", { from: FROM, to: "" }, nowMs)).toEqual({ from: FROM, to: TO });
    expect(periodTimesOf("custom", NONE, nowMs)).toBeUndefined();
  });

  it("is undefined while a custom range is invalid", () => {
    expect(periodRangeOf("custom", NONE)).toBeUndefined();
    expect(periodRangeOf("custom", { from: TO, to: FROM })).toBeUndefined();
    expect(periodRangeOf("custom", { from: "yesterday", to: "" })).toBeUndefined();
  });
});
