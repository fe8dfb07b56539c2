import { describe, expect, it } from "vitest";
import { isInsideRings } from "./inside-rings.ts";

const at = (x: number, y: number) => ({ x, y });
const square = (from: number, to: number) => [at(from, from), at(to, from), at(to, to), at(from, to)];

describe("a point on a plane", () => {
  it("is inside a polygon where it is not in a hole", () => {
    const rings = [square(0, 10), square(4, 6)];
    expect(isInsideRings(at(1, 5), rings)).toBe(true);
    expect(isInsideRings(at(5, 5), rings)).toBe(false);
    expect(isInsideRings(at(7, 5), rings)).toBe(true);
    expect(isInsideRings(at(11, 5), rings)).toBe(false);
  });

  it("is so whether the ring repeats its first point or not", () => {
    const ring = [at(0, 0), at(10, 0), at(0, 10)];
    for (const outline of [ring, [...ring, at(0, 0)]]) {
      expect(isInsideRings(at(2, 2), [outline])).toBe(true);
      expect(isInsideRings(at(8, 8), [outline])).toBe(false);
    }
  });

  it("is inside one of two polygons that share a side, also on that side", () => {
    const [west, east] = [
      [at(0, 0), at(5, 0), at(5, 10), at(0, 10)],
      [at(5, 0), at(10, 0), at(10, 10), at(5, 10)],
    ];
    for (const point of [at(5, 5), at(4, 5), at(6, 5), at(5, 0)]) {
      expect([west!, east!].filter((ring) => isInsideRings(point, [ring]))).toHaveLength(1);
    }
  });

  it("is in no polygon without points", () => {
    expect(isInsideRings(at(0, 0), [])).toBe(false);
    expect(isInsideRings(at(0, 0), [[]])).toBe(false);
  });
});
