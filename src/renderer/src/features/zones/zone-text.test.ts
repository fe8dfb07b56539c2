import { describe, expect, it } from "vitest";
import { zoneLimitsText, strictestFirst } from "./zone-text.ts";

describe("the limits of a zone", () => {
  it("have their height reference, and flight levels as such", () => {
    const lower = { value: 0, reference: "ground" } as const;
    expect(zoneLimitsText({ lower, upper: { value: 1981.2, reference: "standard_pressure" } }, "metric")).toBe(
      "the ground to FL 65",
    );
    const above = { value: 120, reference: "ground" } as const;
    expect(zoneLimitsText({ lower: null, upper: above }, "metric")).toBe("the ground to 120\u00a0m above ground");
    expect(zoneLimitsText({ lower: above, upper: null }, "aviation")).toBe("394\u00a0ft above ground to no limit");
  });
});

describe("the order of zones in a list", () => {
  it("begins with prohibited zones; equals are sorted by name", () => {
    const zones = [
      { name: "Air", restriction: "airspace" },
      { name: "Zoo", restriction: "prohibited" },
      { name: "Fair", restriction: "conditional" },
      { name: "Castle", restriction: "prohibited" },
    ] as const;
    expect(strictestFirst(zones).map(({ name }) => name)).toEqual(["Castle", "Zoo", "Fair", "Air"]);
  });
});
