import { describe, expect, it } from "vitest";
import { measure, ringAround } from "./measurement.ts";

describe("a measurement", () => {
  it("is nothing before there are two points", () => {
    expect(measure([])).toEqual({ legs: [], distanceM: 0, areaM2: undefined });
    expect(measure([{ latitude: 50, longitude: 14 }]).legs).toEqual([]);
  });

  it("has the distance and the bearing of each leg on the ellipsoid", () => {
    const { legs, distanceM } = measure([
      { latitude: 0, longitude: 179.5 },
      { latitude: 0, longitude: -179.5 },
      { latitude: -1, longitude: -179.5 },
    ]);
    // One degree of the equator, across the antimeridian, and one of a meridian.
    expect(legs[0]?.distanceM).toBeCloseTo(111_319.491, 2);
    expect(legs[0]?.bearingDeg).toBeCloseTo(90, 6);
    expect(legs[1]?.distanceM).toBeCloseTo(110_574.389, 2);
    expect(legs[1]?.bearingDeg).toBeCloseTo(180, 6);
    expect(distanceM).toBeCloseTo(221_893.88, 2);
  });

  it("has the same area whichever way round it was drawn", () => {
    const square = [
      { latitude: 50, longitude: 14 },
      { latitude: 50, longitude: 14.01 },
      { latitude: 50.01, longitude: 14.01 },
      { latitude: 50.01, longitude: 14 },
    ];
    const areaM2 = measure(square).areaM2 ?? 0;
    // 717 m by 1112 m.
    expect(areaM2 / 1e6).toBeCloseTo(0.797, 2);
    expect(measure(square.toReversed()).areaM2).toBeCloseTo(areaM2, 3);
  });

  it("has rings of the same distance everywhere", () => {
    const middle = { latitude: 69, longitude: 33 };
    for (const corner of ringAround(middle, 5_000)) expect(measure([middle, corner]).distanceM).toBeCloseTo(5_000, 3);
  });
});
