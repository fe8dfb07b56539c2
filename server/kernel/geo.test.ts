import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaKm2,
  type Bbox,
  formatBbox,
  isInside,
  isInsideE7,
  parseBbox,
  splitAtAntimeridian,
  toBoxE7,
} from "./geo.ts";

const degrees = (limit: number) => fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((e7) => e7 / 1e7);
const bboxes: fc.Arbitrary<Bbox> = fc
  .record({ west: degrees(180), east: degrees(180), a: degrees(90), b: degrees(90) })
  .map(({ west, east, a, b }) => ({ west, east, south: Math.min(a, b), north: Math.max(a, b) }));
const positions = fc.record({ latitude: degrees(90), longitude: degrees(180) });

describe("a bbox", () => {
  it.each([
    ["14.2,50,14.6,50.2", { west: 14.2, south: 50, east: 14.6, north: 50.2 }],
    [" 14.2 , 50 , 14.6 , 50.2 ", { west: 14.2, south: 50, east: 14.6, north: 50.2 }],
    ["-180,-90,180,90", { west: -180, south: -90, east: 180, north: 90 }],
    ["179.9,-17,-179.9,-16", { west: 179.9, south: -17, east: -179.9, north: -16 }],
    ["1e1,+5,.5e2,6.", { west: 10, south: 5, east: 50, north: 6 }],
    ["14,50,14,50", { west: 14, south: 50, east: 14, north: 50 }],
  ])("is parsed with longitude first: %s", (text, bbox) => {
    expect(parseBbox(text)).toEqual({ kind: "bbox", bbox });
  });

  it.each([
    ["", "lon_min,lat_min,lon_max,lat_max"],
    ["14,50,15", "lon_min,lat_min,lon_max,lat_max"],
    ["14,50,15,51,", "lon_min,lat_min,lon_max,lat_max"],
    ["14,50,15,", "four finite numbers"],
    ["14,50,15,north", "four finite numbers"],
    ["NaN,50,15,51", "four finite numbers"],
    ["-Infinity,50,Infinity,51", "four finite numbers"],
    ["1e999,50,15,51", "four finite numbers"],
    ["0x10,50,15,51", "four finite numbers"],
    ["14 5,50,15,51", "four finite numbers"],
    ["-180.1,50,15,51", "±180"],
    ["14,50,180.0001,51", "±180"],
    ["14,-90.1,15,51", "±90"],
    ["14,50,15,91", "±90"],
    ["14,51,15,50", "lat_min must not be greater"],
  ])("is refused with the reason: %s", (text, reason) => {
    expect(parseBbox(text)).toMatchObject({ kind: "invalid", message: expect.stringContaining(reason) });
  });

  it("parses what formatBbox wrote", () => {
    fc.assert(
      fc.property(bboxes, (bbox) => {
        expect(parseBbox(formatBbox(bbox))).toEqual({ kind: "bbox", bbox });
      }),
    );
  });

  it.each(["179.9,9,180,11", "-180,9,-179.9,11", "180,9,180,11", "-180,9,-180,11", "180,9,-180,11", "-180,9,180,11"])(
    "that ends at the antimeridian contains it with either sign: %s",
    (text) => {
      const parsed = parseBbox(text);
      if (parsed.kind === "invalid") throw new Error(parsed.message);
      const { bbox } = parsed;
      for (const longitude of [180, -180]) {
        expect(isInside(bbox, { latitude: 10, longitude })).toBe(true);
        expect(isInsideE7(toBoxE7(bbox), { latitudeE7: 10e7, longitudeE7: longitude * 1e7 })).toBe(true);
        expect(splitAtAntimeridian(bbox).some(({ west, east }) => west <= longitude && longitude <= east)).toBe(true);
      }
      expect(areaKm2(bbox)).toBeLessThan(text === "-180,9,180,11" ? Infinity : 3000);
      expect(formatBbox(bbox)).toBe(text);
    },
  );

  it("contains the same positions as its two halves at the antimeridian", () => {
    fc.assert(
      fc.property(bboxes, positions, (bbox, position) => {
        const halves = splitAtAntimeridian(bbox);
        expect(halves.every(({ west, east }) => west <= east)).toBe(true);
        expect(isInside(bbox, position)).toBe(halves.some((half) => isInside(half, position)));
      }),
    );
  });

  it("keeps its corners when converted to whole units, and nothing beyond them", () => {
    fc.assert(
      fc.property(bboxes, (bbox) => {
        const box = toBoxE7(bbox);
        const wholes = [box.west, box.south, box.east, box.north];
        const corners = [bbox.west, bbox.south, bbox.east, bbox.north];
        // `+ 0` turns a negative zero into zero.
        expect(wholes.map((e7) => e7 / 1e7 + 0)).toEqual(corners.map((corner) => corner + 0));
      }),
    );
    expect(toBoxE7({ west: 1.00000004, south: 2.00000006, east: 3.00000004, north: 4.00000006 })).toEqual({
      west: 10_000_001,
      south: 20_000_001,
      east: 30_000_000,
      north: 40_000_000,
    });
  });

  it.each([
    [{ west: -180, south: -90, east: 180, north: 90 }, 510_065_623],
    [{ west: 14, south: 50, east: 15, north: 51 }, 7_865],
    [{ west: 179.5, south: -0.5, east: -179.5, north: 0.5 }, 12_364],
    [{ west: 14, south: 50, east: 14, north: 51 }, 0],
  ])("has the right area on the sphere: %o", (bbox, km2) => {
    expect(areaKm2(bbox)).toBeCloseTo(km2, km2 > 1e6 ? -3 : 0);
  });

  it("has the same area wherever it lies along its parallel", () => {
    const here = areaKm2({ west: 10, south: 40, east: 12, north: 41 });
    expect(areaKm2({ west: 179, south: 40, east: -179, north: 41 })).toBeCloseTo(here, 6);
    expect(areaKm2({ west: 10, south: -41, east: 12, north: -40 })).toBeCloseTo(here, 6);
  });
});
