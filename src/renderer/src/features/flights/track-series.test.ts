import { describe, expect, it } from "vitest";
import { indexNear, valueRangeOf } from "./track-series.ts";

describe("a track in columns", () => {
  it("has the range of its known values", () => {
    expect(valueRangeOf([null, 3, -1, null, 7])).toEqual({ min: -1, max: 7 });
    expect(valueRangeOf([null])).toBeUndefined();
  });

  it("finds the entry that is nearest to a time", () => {
    const timesS = [10, 11, 20, 30];
    expect([-5, 10, 10.4, 10.6, 15.5, 16, 29, 99].map((timeS) => indexNear(timesS, timeS))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 3,
    ]);
    expect(indexNear([], 1)).toBeUndefined();
    expect(indexNear([4], 1)).toBe(0);
  });
});
