import { expect, it } from "vitest";
import { boundedSpacing, thinBySpacing } from "./telemetry.spacing.ts";

const points = (...timesMs: readonly number[]) => timesMs.map((timeMs) => ({ timeMs }));

it("keeps every record without a spacing", () => {
  expect(thinBySpacing(points(0, 1, 2), 0)).toEqual(points(0, 1, 2));
});

it("keeps the first record that is at least the spacing later, and leaves a gap as it is", () => {
  expect(thinBySpacing(points(0, 900, 1000, 1999, 2000, 90_000, 90_500), 1000)).toEqual(points(0, 1000, 2000, 90_000));
});

it("makes the spacing larger until there are few enough records", () => {
  const hour = { track: 1, firstMs: 0, lastMs: 3_599_000, records: 3600 };
  expect(boundedSpacing([hour], 0, 3600)).toBe(0);
  expect(boundedSpacing([hour, hour], 0, 3600)).toBe(2000);
  expect(boundedSpacing([hour, hour], 5000, 3600)).toBe(5000);
  expect(boundedSpacing([hour, hour, hour], 1000, 100)).toBe(128_000);
});

it("ends where even one record of each track is too many", () => {
  const short = { track: 1, firstMs: 0, lastMs: 10_000, records: 10 };
  expect(boundedSpacing([short, short, short], 0, 2)).toBe(16_000);
});
