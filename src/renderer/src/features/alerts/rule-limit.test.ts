import { describe, expect, it } from "vitest";
import { ruleLimitOf } from "./rule-limit.ts";

const NBSP = "\u00a0";

describe("the limit of an alert rule", () => {
  it("is the height or the distance from which it raises an alert", () => {
    expect(ruleLimitOf({ kind: "height_above", metres: 120 }, "metric")).toBe(`120${NBSP}m`);
    expect(ruleLimitOf({ kind: "operator_far", metres: 2_000 }, "metric")).toBe(`2.00${NBSP}km`);
    expect(ruleLimitOf({ kind: "near", horizontal_m: 500 }, "metric")).toBe(`500${NBSP}m`);
  });

  it("is in the units of the reader", () => {
    expect(ruleLimitOf({ kind: "height_above", metres: 120 }, "aviation")).toBe(`394${NBSP}ft`);
  });

  it("is missing where a rule has none", () => {
    expect(ruleLimitOf({ kind: "implausible" }, "metric")).toBeUndefined();
  });
});
