import { describe, expect, it } from "vitest";
import { includesAllWords } from "./word-search.ts";

describe("a search in a list", () => {
  it("finds every one of its words, in any order and case", () => {
    expect(includesAllWords("Red one Mavic 3 C2", "c2  mav")).toBe(true);
    expect(includesAllWords("Red one Mavic 3 C2", "mavic blue")).toBe(false);
    expect(includesAllWords("Red one", "")).toBe(true);
  });
});

it("ignores accents and hyphens", () => {
  expect(includesAllWords("Zálohy · single-key", "zalohy single key")).toBe(true);
  expect(includesAllWords("Zalohy", "zálohy")).toBe(true);
});
