import { describe, expect, it } from "vitest";
import { findCrossing } from "./region.crossing.ts";

const SQUARE = [
  [14, 50],
  [14.1, 50],
  [14.1, 50.1],
  [14, 50.1],
  [14, 50],
];

describe("the outline of a polygon", () => {
  it("that crosses itself is found, with the place", () => {
    const bow = [
      [14, 50],
      [15, 51],
      [15, 50],
      [14, 51],
      [14, 50],
    ];
    expect(findCrossing([bow])).toEqual({ latitude: 50.5, longitude: 14.5 });
  });

  it("that touches itself, or doubles back, is found", () => {
    const touching = [...SQUARE.slice(0, 2), [14.05, 50.1], ...SQUARE.slice(2)];
    expect(findCrossing([touching])).toEqual({ latitude: 50.1, longitude: 14.05 });
    const spike = [...SQUARE.slice(0, 2), [14.2, 50], [14.1, 50], ...SQUARE.slice(2)];
    expect(findCrossing([spike])).toBeDefined();
    expect(findCrossing([[...SQUARE.slice(0, 2), [14, 50]]])).toBeDefined();
  });

  it("that crosses a hole is found; a hole inside is not", () => {
    const hole = (west: number) => [
      [west, 50.04],
      [west + 0.02, 50.04],
      [west + 0.02, 50.06],
      [west, 50.04],
    ];
    expect(findCrossing([SQUARE, hole(14.09)])).toBeDefined();
    expect(findCrossing([SQUARE, hole(14.04)])).toBeUndefined();
  });

  it("that repeats a position, is concave, or has many corners is no crossing", () => {
    expect(findCrossing([[...SQUARE.slice(0, 2), ...SQUARE.slice(1)]])).toBeUndefined();
    const star = Array.from({ length: 10_000 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 9_999;
      const radius = 1 + 0.3 * Math.sin(50 * angle);
      return index === 9_999 ? [1, 0] : [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    expect(findCrossing([star])).toBeUndefined();
  });
});
