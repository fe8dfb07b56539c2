import { describe, expect, it } from "vitest";
import { createCellLine, cutLine } from "./world.cut.ts";

const WINDOW = { west: 100, north: 100, east: 200, south: 200, tolerance: 0 };

function cut(points: readonly (readonly [number, number])[], window = WINDOW): readonly number[] {
  return cutLine(createCellLine(points.map(([x, y]) => ({ x, y }))), window);
}

/** A coast of `count` points round a middle, closed. */
function coast(count: number, middle: readonly [number, number], radius: number): (readonly [number, number])[] {
  const at = (index: number): readonly [number, number] => {
    const angle = (2 * Math.PI * (index % count)) / count;
    const reach = radius * (1 + 0.2 * Math.sin(angle * 17));
    return [Math.round(middle[0] + reach * Math.cos(angle)), Math.round(middle[1] + reach * Math.sin(angle))];
  };
  return Array.from({ length: count + 1 }, (_, index) => at(index));
}

function isInside(ring: readonly number[], x: number, y: number): boolean {
  let isIn = false;
  for (let at = 2; at < ring.length; at += 2) {
    const [x1, y1, x2, y2] = [ring[at - 2]!, ring[at - 1]!, ring[at]!, ring[at + 1]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn;
}

describe("what a tile shows of a line of the built-in map", () => {
  it("is all of it where it lies in the tile", () => {
    expect(
      cut([
        [110, 110],
        [150, 120],
        [190, 190],
      ]),
    ).toEqual([110, 110, 150, 120, 190, 190]);
  });

  it("is nothing of a line beside the tile, however long", () => {
    expect(cut(coast(500, [400, 150], 90))).toEqual([]);
    expect(
      cut([
        [0, 0],
        [50, 5000],
      ]),
    ).toEqual([]);
  });

  it("has the points on both sides of the tile's border, and leaves out those far from it", () => {
    const far = Array.from({ length: 300 }, (_, index) => [300 + index, 150] as const);
    expect(cut([[150, 150], ...far, [150, 160]])).toEqual([150, 150, 300, 150, 599, 150, 150, 160]);
  });

  it("keeps a ring round the whole tile, by a point or two on each side", () => {
    const ring = cut(coast(2000, [150, 150], 1000));
    expect(isInside(ring, 150, 150)).toBe(true);
    expect(ring.length).toBeLessThan(60);
  });

  it("covers the same part of the tile as the whole ring", () => {
    const middles = [
      [150, 150],
      [90, 90],
      [210, 140],
      [150, 260],
      [20, 180],
    ] as const;
    for (const radius of [40, 80, 160]) {
      for (const middle of middles) {
        const whole = coast(1000, middle, radius);
        const ring = cut(whole);
        for (let x = 100.5; x < 200; x += 7) {
          for (let y = 100.25; y < 200; y += 7) {
            expect(isInside(ring, x, y), `${middle.join()} ${radius}: ${x} ${y}`).toBe(isInside(whole.flat(), x, y));
          }
        }
      }
    }
  });

  it("leaves out points that are nearer to the one before than can be seen, never the last one", () => {
    const points = Array.from({ length: 21 }, (_, index) => [100 + index, 150] as const);
    expect(cut(points, { ...WINDOW, tolerance: 5 })).toEqual([100, 150, 105, 150, 110, 150, 115, 150, 120, 150]);
    expect(cut(points.slice(0, 20), { ...WINDOW, tolerance: 5 }).slice(-2)).toEqual([119, 150]);
  });
});
