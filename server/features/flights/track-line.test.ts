import { describe, expect, it } from "vitest";
import { createTrackLine } from "./track-line.ts";

const placeAt = (second: number) => ({
  second,
  latitudeE7: Math.round(1e6 * Math.sin(second / 90)),
  longitudeE7: Math.round(2e6 * Math.cos(second / 70)),
});

function chosenOf(total: number, maxPoints: number) {
  const points = Array.from({ length: total }, (_, second) => placeAt(second));
  const line = createTrackLine(total, maxPoints, (point: (typeof points)[number]) => point);
  for (const point of points) line.add(point);
  return { points, chosen: line.points() };
}

const reachOf = (points: readonly ReturnType<typeof placeAt>[]) => [
  Math.min(...points.map(({ longitudeE7 }) => longitudeE7)),
  Math.max(...points.map(({ longitudeE7 }) => longitudeE7)),
  Math.min(...points.map(({ latitudeE7 }) => latitudeE7)),
  Math.max(...points.map(({ latitudeE7 }) => latitudeE7)),
];

describe("the line of a track", () => {
  it("has every point as long as they fit", () => {
    const { points, chosen } = chosenOf(40, 40);
    expect(chosen).toEqual(points);
    expect(chosenOf(0, 40).chosen).toEqual([]);
  });

  it("begins, ends and reaches to each side as all points do, in order and each once", () => {
    const { points, chosen } = chosenOf(10_001, 200);
    expect(chosen.length).toBeGreaterThan(80);
    expect(reachOf(chosen)).toEqual(reachOf(points));
    expect([chosen[0], chosen.at(-1)]).toEqual([points[0], points.at(-1)]);
    const seconds = chosen.map(({ second }) => second);
    expect(seconds).toEqual([...new Set(seconds)].toSorted((a, b) => a - b));
  });

  it("stays within its bound, also at its smallest, whatever the number of points", () => {
    for (const total of [1, 6, 7, 17, 99, 501, 1_000]) {
      for (const maxPoints of [6, 7, 20, 100]) {
        expect(chosenOf(total, maxPoints).chosen.length).toBeLessThanOrEqual(maxPoints);
      }
    }
  });
});
