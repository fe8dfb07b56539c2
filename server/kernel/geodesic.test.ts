import { expect, test } from "vitest";
import { distanceM } from "../contracts/great-circle.ts";
import { azimuthDeg, circleRing, geodesicM, geodesicTo } from "./geodesic.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

test("a distance is measured on the ellipsoid, not on a sphere", () => {
  // A degree of longitude on the equator is a 360th of 2π × 6378137 m.
  expect(geodesicM(at(0, 10), at(0, 11))).toBeCloseTo((2 * Math.PI * 6378137) / 360, 6);
  // From the equator to the pole: the quarter meridian of WGS84.
  expect(geodesicM(at(0, 0), at(90, 0))).toBeCloseTo(10_001_965.7293, 4);
  expect(Math.abs(distanceM(at(0, 0), at(90, 0)) - 10_001_965.7293)).toBeGreaterThan(1000);
});

test("a distance across the antimeridian or over a pole is the shorter one", () => {
  expect(geodesicM(at(0, 179.9995), at(0, -179.9995))).toBeCloseTo(111.3195, 3);
  expect(geodesicM(at(89.999, 0), at(89.999, 180))).toBeCloseTo(223.39, 1);
  expect(geodesicM(at(50, 14), at(50, 14))).toBe(0);
});

test("distance and azimuth are the same together as each by itself", () => {
  for (const to of [at(50.0001, 14), at(50, 14.0001), at(49.9999, 13.9999), at(-33, 151)]) {
    const from = at(50, 14);
    expect(geodesicTo(from, to)).toEqual({ distanceM: geodesicM(from, to), azimuthDeg: azimuthDeg(from, to) });
  }
});

test("the ring of a circle begins in the north, goes clockwise and ends where it begins", () => {
  const centre = at(50, 14);
  const ring = circleRing(centre, 1000, 4);
  expect(ring.map((corner) => Math.round(azimuthDeg(centre, corner)) % 360)).toEqual([0, 90, 180, 270, 0]);
  for (const corner of ring) expect(geodesicM(centre, corner)).toBeCloseTo(1000, 6);
  expect(ring.at(-1)).toEqual(ring[0]);
});
