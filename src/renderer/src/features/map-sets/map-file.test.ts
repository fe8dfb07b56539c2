import { describe, expect, it } from "vitest";
import { canBeMap, isTiff, sentPercent } from "./map-file.ts";

describe("a file that is dropped", () => {
  it.each([
    ["PMTiles\u0003 and more", true],
    ["SQLite format 3\0 and more", true],
    ["", true],
    ['\ufeff<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">', true],
    ["PK\u0003\u0004 and more", true],
    [' {"type": "FeatureCollection"', true],
    ["PMTi", false],
    ['<?xml version="1.0"?><gpx/>', false],
  ])("can be a map or not: %j", async (text, expected) => {
    expect(await canBeMap(new Blob([text]))).toBe(expected);
  });
});

describe("a GeoTIFF", () => {
  it.each([
    ["II*\0 and more", true],
    ["MM\0+ and more", true],
    ["II", false],
    ["SQLite format 3\0", false],
  ])("is told by its first bytes: %j", async (text, expected) => {
    expect(await isTiff(new Blob([text]))).toBe(expected);
  });
});

describe("what was sent of a file", () => {
  it("is 100 % only when all of it was", () => {
    expect([sentPercent(0, 0), sentPercent(999, 1000), sentPercent(1000, 1000)]).toEqual([100, 99, 100]);
  });
});
