import { describe, expect, it } from "vitest";
import { circleShape, minDistanceM, quickDistanceM, shapeOf } from "./shape.rules.ts";

const square = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

describe("a shape that alerts are about", () => {
  it("has a hole where it has one, and everything else is as far as its nearest side", () => {
    const { outsideM, bbox } = shapeOf({
      type: "Polygon",
      coordinates: [square(14, 50, 14.1, 50.1), square(14.04, 50.04, 14.06, 50.06)],
    });
    expect(outsideM(50.01, 14.01)).toBe(0);
    // In the middle of the hole, 0.01 degrees of longitude from its side.
    expect(outsideM(50.05, 14.05)).toBeCloseTo(quickDistanceM(50.05, 14.05, 50.05, 14.06), 0);
    expect(outsideM(50.05, 14.1005)).toBeCloseTo(quickDistanceM(50.05, 14.1005, 50.05, 14.1), 1);
    expect([outsideM(50.05, 14.2), outsideM(51, 14.05), outsideM(49, 14.05), outsideM(50.05, 13)]).toEqual(
      Array.from({ length: 4 }, () => Infinity),
    );
    expect([bbox.west < 14, bbox.east > 14.1, bbox.south < 50, bbox.north > 50.1]).toEqual([true, true, true, true]);
  });

  it("may be a feature, with its radius in the geometry, in the properties or nowhere", () => {
    const point = { type: "Point" as const, coordinates: [14, 50] };
    const line = {
      type: "LineString" as const,
      coordinates: [
        [14, 50],
        [14.1, 50],
      ],
    };
    const at = (shape: Parameters<typeof shapeOf>[0]) => shapeOf(shape).outsideM(50.0005, 14);
    const northM = quickDistanceM(50, 14, 50.0005, 14);
    const feature = (geometry: typeof point | typeof line, radius?: number, ofGeometry?: number) =>
      at({
        type: "Feature",
        geometry: ofGeometry === undefined ? geometry : { ...geometry, radius: ofGeometry },
        properties: radius === undefined ? null : { radius },
      });
    expect(feature(point, 20)).toBeCloseTo(northM - 20, 3);
    expect(feature(point, 20, 30)).toBeCloseTo(northM - 30, 3);
    expect(feature(point)).toBeCloseTo(northM, 3);
    expect(feature(line, 20)).toBeCloseTo(northM - 20, 1);
    expect(feature(line, 1000)).toBe(0);
    expect(at({ type: "Feature", geometry: point, properties: {} })).toBeCloseTo(northM, 3);
    expect(at({ type: "Polygon", coordinates: [square(13.9, 49.9, 14.1, 50.1)] })).toBe(0);
  });

  it("of several areas is one, whose box holds all of them", () => {
    const { outsideM, bbox } = shapeOf({ type: "Polygon", coordinates: [square(14, 50, 14.1, 50.1)] }, [
      [square(15, 51, 15.1, 51.1)],
    ]);
    expect([outsideM(50.05, 14.05), outsideM(51.05, 15.05), outsideM(50.5, 14.5)]).toEqual([0, 0, Infinity]);
    expect([bbox.west, bbox.south, bbox.east, bbox.north].map(Math.round)).toEqual([14, 50, 15, 51]);
  });

  it("across the antimeridian is as narrow as it is", () => {
    const { outsideM, bbox } = shapeOf({ type: "Polygon", coordinates: [square(179.9, 0, -179.9, 0.1)] });
    expect([outsideM(0.05, 179.95), outsideM(0.05, -179.95), outsideM(0.05, 180), outsideM(0.05, 0)]).toEqual([
      0,
      0,
      0,
      Infinity,
    ]);
    expect(bbox.west).toBeGreaterThan(bbox.east);
    const both = shapeOf({ type: "Polygon", coordinates: [square(179.9, 0, -179.9, 0.1)] }, [[square(10, 0, 11, 1)]]);
    expect(both.bbox).toMatchObject({ west: -180, east: 180 });
    expect([both.outsideM(0.05, -179.95), both.outsideM(0.5, 10.5)]).toEqual([0, 0]);
  });

  it("that reaches far over a pole is at every longitude", () => {
    const { outsideM, bbox } = circleShape(85, 0, 1_000_000);
    expect(bbox).toMatchObject({ west: -180, east: 180, north: 90 });
    expect([outsideM(86, 10), outsideM(60, 0)]).toEqual([0, Infinity]);
  });

  it("that is a point drawn twice has a distance all the same", () => {
    const { outsideM } = shapeOf({
      type: "LineString",
      coordinates: [
        [14, 50],
        [14, 50],
      ],
      radius: 10,
    });
    expect(outsideM(50.0005, 14)).toBeCloseTo(quickDistanceM(50, 14, 50.0005, 14) - 10, 1);
  });
});

it("no two places are nearer than their parallels", () => {
  for (const [latitude, to] of [
    [0, 1],
    [50, 50.001],
    [-89, 89],
  ] as const)
    expect(quickDistanceM(latitude, 14, to, 14)).toBeGreaterThanOrEqual(minDistanceM(latitude, to));
});
