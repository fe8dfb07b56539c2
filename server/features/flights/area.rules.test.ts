import { describe, expect, it } from "vitest";
import type { Region } from "../../contracts/region.ts";
import { geodesicM } from "../../kernel/geodesic.ts";
import { type Area, areaOf, isInsideArea, outlinesOf } from "./area.rules.ts";

function area(region: Region): Area {
  const result = areaOf(region);
  if (result.kind === "invalid") throw new Error(result.msg);
  return result.area;
}

const SQUARE = [
  [14, 50],
  [14.1, 50],
  [14.1, 50.1],
  [14, 50.1],
  [14, 50],
];
const HOLE = [
  [14.04, 50.04],
  [14.06, 50.04],
  [14.06, 50.06],
  [14.04, 50.06],
  [14.04, 50.04],
];

describe("a region", () => {
  it("is read with longitude first", () => {
    expect(area({ type: "Point", coordinates: [14, 50], radius: 10 })).toEqual({
      kind: "circle",
      centre: { latitude: 50, longitude: 14 },
      radiusM: 10,
    });
  });

  it("can have its radius in the geometry or in the properties of a Feature", () => {
    const inProperties: Region = {
      type: "Feature",
      geometry: { type: "Point", coordinates: [14, 50] },
      properties: { radius: 25 },
    };
    expect(area(inProperties)).toMatchObject({ radiusM: 25 });
    const inGeometry: Region = {
      type: "Feature",
      geometry: {
        type: "LineString",
        coordinates: [
          [14, 50],
          [15, 50],
        ],
        radius: 30,
      },
      properties: null,
    };
    expect(area(inGeometry)).toMatchObject({ kind: "corridor", radiusM: 30 });
  });

  it.each<[Region, string]>([
    [
      { type: "Feature", geometry: { type: "Point", coordinates: [14, 50] }, properties: {} },
      "needs a radius in metres",
    ],
    [{ type: "Point", coordinates: [50, 140], radius: 1 }, "has a position that is not longitude, latitude in degrees"],
    [{ type: "Polygon", coordinates: [SQUARE.slice(0, 4)] }, "has a ring that does not end where it begins"],
    [
      { type: "Polygon", coordinates: [[SQUARE[0]!, SQUARE[2]!, SQUARE[1]!, SQUARE[3]!, SQUARE[0]!]] },
      "has an outline that crosses itself near latitude 50.05000, longitude 14.05000",
    ],
  ])("is refused: %o", (region, msg) => {
    expect(areaOf(region)).toEqual({ kind: "invalid", msg });
  });
});

describe("a position", () => {
  it("is inside a circle up to its radius, measured over ground", () => {
    const circle = area({ type: "Point", coordinates: [14, 50], radius: 1000 });
    expect(isInsideArea(circle, { latitude: 50.00898, longitude: 14 })).toBe(true);
    expect(isInsideArea(circle, { latitude: 50.009, longitude: 14 })).toBe(false);
  });

  it("is inside a corridor beside its legs and around its ends", () => {
    const corridor = area({
      type: "LineString",
      coordinates: [
        [14, 50],
        [14.1, 50],
        [14.1, 50.1],
      ],
      radius: 500,
    });
    expect(isInsideArea(corridor, { latitude: 50.004, longitude: 14.05 })).toBe(true);
    expect(isInsideArea(corridor, { latitude: 50.005, longitude: 14.05 })).toBe(false);
    expect(isInsideArea(corridor, { latitude: 50.05, longitude: 14.106 })).toBe(true);
    expect(isInsideArea(corridor, { latitude: 50, longitude: 13.994 })).toBe(true);
    expect(isInsideArea(corridor, { latitude: 50, longitude: 13.992 })).toBe(false);
  });

  it("is inside a polygon and outside of its holes", () => {
    const polygon = area({ type: "Polygon", coordinates: [SQUARE, HOLE] });
    expect(isInsideArea(polygon, { latitude: 50.02, longitude: 14.02 })).toBe(true);
    expect(isInsideArea(polygon, { latitude: 50.05, longitude: 14.05 })).toBe(false);
    expect(isInsideArea(polygon, { latitude: 50.2, longitude: 14.05 })).toBe(false);
  });
});

describe("an area across the antimeridian", () => {
  const FIJI = [
    [179.9, -17],
    [-179.9, -17],
    [-179.9, -16.9],
    [179.9, -16.9],
    [179.9, -17],
  ];

  it("contains the positions on both sides, and none on the rest of the parallel", () => {
    const polygon = area({ type: "Polygon", coordinates: [FIJI] });
    const isInside = (longitude: number) => isInsideArea(polygon, { latitude: -16.95, longitude });
    expect([179.95, -179.95, 180, -180].map(isInside)).toEqual([true, true, true, true]);
    expect([179.8, -179.8, 0, 90, -90].map(isInside)).toEqual([false, false, false, false, false]);
  });

  it("may be wider than half a turn, as far as no side is", () => {
    const wide = [
      [-100, 0],
      [0, -10],
      [100, 0],
      [100, 10],
      [0, 20],
      [-100, 10],
      [-100, 0],
    ];
    const polygon = area({ type: "Polygon", coordinates: [wide] });
    const isInside = (longitude: number) => isInsideArea(polygon, { latitude: 5, longitude });
    expect([-150, -99, 0, 50, 99, 150].map(isInside)).toEqual([false, true, true, true, true, false]);
  });

  it("goes along the legs of a corridor", () => {
    const line = FIJI.slice(0, 2);
    const corridor = area({ type: "LineString", coordinates: line, radius: 500 });
    const isInside = (latitude: number, longitude: number) => isInsideArea(corridor, { latitude, longitude });
    expect([isInside(-17.003, 179.99), isInside(-17.003, -179.99), isInside(-17.003, 180)]).toEqual([true, true, true]);
    expect([isInside(-17.006, 180), isInside(-17, 179.8), isInside(-17, 0)]).toEqual([false, false, false]);
  });

  it.each<[string, Region]>([
    ["polygon", { type: "Polygon", coordinates: [FIJI] }],
    ["circle", { type: "Point", coordinates: [180, -17], radius: 1000 }],
    ["corridor", { type: "LineString", coordinates: FIJI.slice(0, 2), radius: 500 }],
  ])("has outlines that end there: %s", (_, region) => {
    const outlines = outlinesOf(area(region));
    for (const outline of outlines) {
      const longitudes = outline.map(({ longitude }) => longitude);
      expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.3);
      expect(outline.at(-1)).toEqual(outline[0]);
    }
    expect(new Set(outlines.map((outline) => Math.sign(outline[1]!.longitude))).size).toBe(2);
  });
});

describe("the outlines of an area", () => {
  it("are closed, at the distance of the radius", () => {
    const [ring] = outlinesOf(area({ type: "Point", coordinates: [14, 50], radius: 1000 }));
    expect(ring!.at(-1)).toEqual(ring![0]);
    for (const corner of ring!) expect(geodesicM({ latitude: 50, longitude: 14 }, corner)).toBeCloseTo(1000, 3);
  });

  it("cover a corridor leg by leg", () => {
    const outlines = outlinesOf(
      area({
        type: "LineString",
        coordinates: [
          [14, 50],
          [14.1, 50],
          [14.1, 50.1],
        ],
        radius: 500,
      }),
    );
    expect(outlines).toHaveLength(5);
  });
});
