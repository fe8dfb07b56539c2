import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceM, wrapLongitude } from "./great-circle.ts";

const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((e7) => e7 / 1e7);
const positions = fc.record({ latitude: degrees(90), longitude: degrees(180) });

describe("the distance", () => {
  it.each([
    // Prague to Vienna, 251 km on the ellipsoid.
    [{ latitude: 50.0755, longitude: 14.4378 }, { latitude: 48.2082, longitude: 16.3738 }, 250_900],
    [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, 111_195],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111_195],
    [{ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 123 }, 0],
    [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015_115],
    [{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 20_015_115],
  ])("from %o to %o is %d m within half a percent", (a, b, metres) => {
    expect(Math.abs(distanceM(a, b) - metres)).toBeLessThanOrEqual(Math.max(1e-3, metres * 0.005));
  });

  it("is symmetric, never negative, and zero from a position to itself", () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        expect(distanceM(a, b)).toBeCloseTo(distanceM(b, a), 6);
        expect(distanceM(a, b)).toBeGreaterThanOrEqual(0);
        expect(distanceM(a, a)).toBe(0);
      }),
    );
  });
});

it.each([
  [0, 0],
  [-180, -180],
  [180, -180],
  [190, -170],
  [-190, 170],
  [540.5, -179.5],
  [-900, -180],
])("the longitude %d is %d within one turn", (longitude, expected) => {
  expect(wrapLongitude(longitude)).toBe(expected);
});
