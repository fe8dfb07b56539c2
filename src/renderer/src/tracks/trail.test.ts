import { describe, expect, it } from "vitest";
import { GrowingTrail } from "./trail.ts";

const at = (timeMs: number) => ({ latitude: 50, longitude: 14 + timeMs / 1e6, timeMs });

describe("a trail", () => {
  it("thins ten records a second to about one and keeps the newest", () => {
    const trail = new GrowingTrail({ maxPoints: 1_000 });
    for (let timeMs = 0; timeMs <= 60_000; timeMs += 100) trail.add(at(timeMs));
    expect(trail.timesMs.length).toBeGreaterThan(50);
    expect(trail.timesMs.length).toBeLessThan(75);
    expect(trail.timesMs.at(-1)).toBe(60_000);
  });

  it("stays in the order of time whatever order the points come in", () => {
    const trail = new GrowingTrail({ maxPoints: 1_000 });
    for (const timeMs of [3_000, 1_000, 5_000, 2_000, 4_000]) trail.add(at(timeMs));
    expect(trail.timesMs).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
    expect(trail.xs).toEqual(trail.xs.toSorted((a, b) => a - b));
  });

  it("goes on beyond the antimeridian, whatever order the points come in", () => {
    const trail = new GrowingTrail({ maxPoints: 1_000 });
    const longitudes = [179.8, 179.9, -179.9, -179.8];
    for (const at of [1, 3, 0, 2]) trail.add({ latitude: 52, longitude: longitudes[at]!, timeMs: at * 1_000 });
    const steps = trail.xs.slice(1).map((x, at) => (x - trail.xs[at]!) * 360);
    for (const [at, wanted] of [0.1, 0.2, 0.1].entries()) expect(steps[at]).toBeCloseTo(wanted, 9);
  });

  it("drops the oldest points beyond its bound", () => {
    const trail = new GrowingTrail({ maxPoints: 3 });
    for (const timeMs of [1_000, 2_000, 3_000, 4_000, 5_000]) trail.add(at(timeMs));
    expect(trail.timesMs).toEqual([3_000, 4_000, 5_000]);
  });

  it("adds the same point only once", () => {
    const trail = new GrowingTrail({ maxPoints: 10 });
    trail.add(at(1_000));
    trail.add(at(1_000));
    expect(trail.timesMs).toEqual([1_000]);
  });

  it("removes the points before a time", () => {
    const trail = new GrowingTrail({ maxPoints: 10 });
    for (const timeMs of [1_000, 2_000, 3_000]) trail.add(at(timeMs));
    trail.trimBefore(2_000);
    expect(trail.timesMs).toEqual([2_000, 3_000]);
  });

  it("keeps every point of a recording when no spacing is asked for", () => {
    const trail = new GrowingTrail({ maxPoints: 1_000, spacingMs: 0 });
    for (let timeMs = 0; timeMs < 10_000; timeMs += 100) trail.add(at(timeMs));
    expect(trail.timesMs).toHaveLength(100);
  });
});
