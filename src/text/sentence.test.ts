import { describe, expect, it } from "vitest";
import { fillIn, fillInCount } from "./sentence.ts";

describe("a sentence with placeholders", () => {
  it("has its values filled in, and keeps a placeholder without a value", () => {
    expect(fillIn("{name}: {n} of {all}", { name: "Roof $& {n}", n: 0 })).toBe("Roof $& {n}: 0 of {all}");
  });

  it("has the plural form of its language for a count", () => {
    const days = "1 den | {n} dny | {n} dní";
    expect([1, 2, 5, 22].map((n) => fillInCount("cs", days, n))).toEqual(["1 den", "2 dny", "5 dní", "22 dní"]);
    expect([1, 2].map((n) => fillInCount("de", "1 Tag | {n} Tage", n))).toEqual(["1 Tag", "2 Tage"]);
    expect(fillInCount("en", "{n} h", 1)).toBe("1 h");
  });
});
