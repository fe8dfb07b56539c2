import { describe, expect, it } from "vitest";
import { checkCeiling, usableCeilingM } from "./plan-ceiling.ts";

describe("the ceiling of a plan", () => {
  it("is 120 m above the ground unless another one is typed", () => {
    expect(usableCeilingM(checkCeiling("", 353.4))).toBe(473);
    expect(checkCeiling("500,5", 353.5)).toEqual({ kind: "above_ground", ceilingM: 500.5, aboveGroundM: 147 });
  });

  it("has to be typed where the ground is not known, and cannot be compared with it", () => {
    expect(checkCeiling(" ", null)).toEqual({ kind: "missing" });
    expect(checkCeiling("500", null)).toEqual({ kind: "unknown_ground", ceilingM: 500 });
  });

  it("cannot be used below the ground, or as a word", () => {
    expect(checkCeiling("120", 353.4)).toEqual({ kind: "below_ground", ceilingM: 120, groundM: 353.4 });
    expect(checkCeiling("high", 353.4)).toEqual({ kind: "invalid" });
    for (const text of ["120", "high"]) expect(usableCeilingM(checkCeiling(text, 353.4))).toBeUndefined();
  });

  it("may be below sea level where the ground is", () => {
    expect(usableCeilingM(checkCeiling("", -430))).toBe(-310);
  });
});
