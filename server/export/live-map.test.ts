import { expect, it } from "vitest";
import { linesThrough } from "./live-map.ts";

const at = (timeMs: number, longitude: number, latitude = 10) => ({
  track: 1,
  timeMs,
  longitudeE7: longitude * 1e7,
  latitudeE7: latitude * 1e7,
  altitudeMslMm: null,
  altitudeWgs84Mm: null,
  altitudeAglMm: null,
  altitudeAtoMm: null,
  headingCdeg: null,
  horizontalSpeedMmps: null,
  verticalSpeedMmps: null,
});

const drawn = (...points: readonly ReturnType<typeof at>[]) =>
  linesThrough(points).map((line) => line.map(({ longitudeE7, latitudeE7 }) => [longitudeE7 / 1e7, latitudeE7 / 1e7]));

it("draws a trail up to the antimeridian and from there on", () => {
  expect(drawn(at(0, 179), at(1000, -179, 12), at(2000, -178, 12))).toEqual([
    [
      [179, 10],
      [180, 11],
    ],
    [
      [-180, 11],
      [-179, 12],
      [-178, 12],
    ],
  ]);
});

it("begins a new line after more than a minute and with another track, and draws no line through one position", () => {
  const [a, b, c] = [at(0, 1), at(60_000, 2), at(120_001, 3)];
  expect(drawn(a, b, c)).toEqual([
    [
      [1, 10],
      [2, 10],
    ],
  ]);
  expect(drawn(a, { ...b, track: 2 })).toEqual([]);
});
