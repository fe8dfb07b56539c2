import { describe, expect, it } from "vitest";
import { ageStateOf } from "./age.ts";

describe("the age of an aircraft's last record", () => {
  it.each([
    [0, "active"],
    [29_999, "active"],
    [30_000, "ageing"],
    [89_999, "ageing"],
    [90_000, "stale"],
    [299_999, "stale"],
    [300_000, "gone"],
    [Infinity, "gone"],
    [NaN, "gone"],
  ] as const)("of %d ms is %s", (ageMs, state) => {
    expect(ageStateOf(ageMs)).toBe(state);
  });
});
