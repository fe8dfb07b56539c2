import { describe, expect, it } from "vitest";
import { rangeOf, timesOf } from "./period.ts";

const NONE = { from: "", to: "" };
const FROM = "2026-11-20T10:00:00.000Z";
const TO = "2026-11-20T12:00:00.000Z";

describe("the period of the log", () => {
  it("is relative to the station's clock for the usual choices", () => {
    expect(rangeOf("hour", NONE)).toEqual({ from: "-PT1H" });
    expect(rangeOf("week", NONE)).toEqual({ from: "-P7D" });
  });

  it("reaches until now when a custom range has no end", () => {
    expect(rangeOf("custom", { from: FROM, to: "" })).toEqual({ from: FROM });
    expect(rangeOf("custom", { from: FROM, to: TO })).toEqual({ from: FROM, to: TO });
  });

  it("is the same in date-times", () => {
    const nowMs = Date.parse(TO);
    expect(timesOf("hour", NONE, nowMs)).toEqual({ from: "2026-11-20T11:00:00.000Z", to: TO });
    expect(timesOf("week", NONE, nowMs)).toEqual({ from: "2026-11-13T12:00:00.000Z", to: TO });
    expect(timesOf("all", NONE, nowMs)).toEqual({ from: "2000-01-01T00:00:00.000Z", to: TO });
    expect(timesOf("custom", { from: FROM, to: "" }, nowMs)).toEqual({ from: FROM, to: TO });
    expect(timesOf("custom", NONE, nowMs)).toBeUndefined();
  });

  it("is undefined while a custom range is invalid", () => {
    expect(rangeOf("custom", NONE)).toBeUndefined();
    expect(rangeOf("custom", { from: TO, to: FROM })).toBeUndefined();
    expect(rangeOf("custom", { from: "yesterday", to: "" })).toBeUndefined();
  });
});
