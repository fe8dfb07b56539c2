import { describe, expect, it } from "vitest";
import { hasWords } from "./has-words.ts";

describe("a search in a list", () => {
  it("finds every one of its words, in any order and case", () => {
    expect(hasWords("Red one Mavic 3 C2", "c2  mav")).toBe(true);
    expect(hasWords("Red one Mavic 3 C2", "mavic blue")).toBe(false);
    expect(hasWords("Red one", "")).toBe(true);
  });
});
