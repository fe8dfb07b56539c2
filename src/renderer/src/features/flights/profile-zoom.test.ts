import { describe, expect, it } from "vitest";
import { panToTime, isWhole, keepRange, clampRange, zoomRange } from "./profile-zoom.ts";

const whole = { from: 100, to: 200 };

describe("the time that the charts show", () => {
  it("gets shorter around the time that is pointed at, and never leaves the flight", () => {
    expect(zoomRange(whole, 0.5, 120, whole)).toEqual({ from: 110, to: 160 });
    expect(zoomRange(whole, 0.5, undefined, whole)).toEqual({ from: 125, to: 175 });
    // A time beyond the charts does not count.
    expect(zoomRange({ from: 150, to: 170 }, 0.5, 110, whole)).toEqual({ from: 155, to: 165 });
    expect(zoomRange({ from: 150, to: 170 }, 100, 160, whole)).toEqual(whole);
    expect(zoomRange({ from: 180, to: 200 }, 2, 190, whole)).toEqual({ from: 160, to: 200 });
  });

  it("is at least two seconds long, unless the flight is shorter", () => {
    expect(clampRange({ from: 150, to: 150.1 }, whole)).toEqual({ from: 150, to: 152 });
    expect(clampRange({ from: 0, to: 9 }, { from: 1, to: 1.5 })).toEqual({ from: 1, to: 1.5 });
  });

  it("moves on with what is played", () => {
    const range = { from: 120, to: 140 };
    expect(panToTime(range, 130, whole)).toBe(range);
    expect(panToTime(range, 141, whole)).toEqual({ from: 131, to: 151 });
    expect(panToTime(range, 199, whole)).toEqual({ from: 180, to: 200 });
  });

  it("stays where the flight goes on, and within it where it is another one", () => {
    const range = { from: 120, to: 140 };
    expect(keepRange(range, { from: 100, to: 300 })).toEqual(range);
    expect(keepRange(range, { from: 125, to: 300 })).toEqual({ from: 125, to: 145 });
    expect(keepRange(range, { from: 120, to: 140 })).toBeUndefined();
    expect(keepRange(range, { from: 500, to: 900 })).toBeUndefined();
  });

  it("is known to be the whole flight", () => {
    expect(isWhole(whole, whole)).toBe(true);
    expect(isWhole({ from: 100, to: 199 }, whole)).toBe(false);
  });
});
