import { describe, expect, it } from "vitest";
import { rangeOf } from "./period.ts";

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

  it("is undefined while a custom range is invalid", () => {
    expect(rangeOf("custom", NONE)).toBeUndefined();
    expect(rangeOf("custom", { from: TO, to: FROM })).toBeUndefined();
    expect(rangeOf("custom", { from: "yesterday", to: "" })).toBeUndefined();
  });
});
