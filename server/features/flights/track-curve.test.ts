import { describe, expect, it } from "vitest";
import { EMPTY_POINT } from "../../kernel/track-points.ts";
import type { ShownPoint } from "./derived-points.ts";
import { createTrackCurve, type CurveMeasures } from "./track-curve.ts";

const speedOf = ({ velocity: { x, y } }: ShownPoint) => (x === null || y === null ? -Infinity : Math.hypot(x, y));
const MEASURES: CurveMeasures<ShownPoint> = {
  heightOf: ({ point }) => point.altitudeAtoMm,
  speedOf,
  maxSpeedOf: speedOf,
};

function pointAt(second: number, { heightM = 50, speed = 5 }: { heightM?: number | null; speed?: number | null } = {}) {
  return {
    point: {
      ...EMPTY_POINT,
      timeMs: second * 1000,
      receivedMs: second * 1000,
      operationalState: "airborne",
      latitudeE7: 0,
      longitudeE7: 0,
      altitudeAtoMm: heightM === null ? null : heightM * 1000,
    },
    velocity: { x: speed, y: speed === null ? null : 0, z: null },
    geoAltitudeM: null,
    verticalAccuracyMm: null,
    derived: [],
  } satisfies ShownPoint;
}

function chosenOf(points: readonly ShownPoint[], maxPoints: number): readonly ShownPoint[] {
  const curve = createTrackCurve(points.length, maxPoints, MEASURES);
  for (const one of points) curve.add(one);
  return curve.points();
}

describe("the curve of a track", () => {
  it("has every point as long as they fit", () => {
    const points = Array.from({ length: 40 }, (_, second) => pointAt(second));
    expect(chosenOf(points, 40)).toEqual(points);
    expect(chosenOf([], 40)).toEqual([]);
  });

  it("has the extremes, the first and the last of a long one, in order and each once", () => {
    const points = Array.from({ length: 10_001 }, (_, second) =>
      pointAt(second, {
        heightM: second === 4_321 ? 400 : second === 4_322 ? -7 : 50,
        speed: second === 9_876 ? 40 : 5,
      }),
    );
    const chosen = chosenOf(points, 100);
    expect(chosen.length).toBeLessThanOrEqual(100);
    expect(chosen.length).toBeGreaterThan(24);
    const seconds = chosen.map(({ point }) => point.timeMs / 1000);
    expect(seconds).toEqual([...new Set(seconds)].toSorted((a, b) => a - b));
    for (const second of [0, 4_321, 4_322, 9_876, 10_000]) expect(seconds).toContain(second);
  });

  it("stays within its bound whatever is known, also at its smallest", () => {
    for (const total of [1, 5, 6, 17, 99, 501, 1_000]) {
      for (const isHeightKnown of [true, false]) {
        const points = Array.from({ length: total }, (_, second) =>
          // In each four points, the first, the lowest, the highest and the fastest are different ones.
          pointAt(second, { heightM: isHeightKnown ? [50, 0, 100, 60][second % 4]! : null, speed: (second % 4) ** 2 }),
        );
        for (const max of [5, 6, 20, 500]) {
          const chosen = chosenOf(points, max);
          expect(chosen.length).toBeLessThanOrEqual(max);
          expect(chosen[0]).toBe(points[0]);
          expect(chosen.at(-1)).toBe(points.at(-1));
        }
      }
    }
  });
});
