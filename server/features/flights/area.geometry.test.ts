import { describe, expect, it } from "vitest";
import type { Region } from "../../contracts/region.ts";
import { toGeometry } from "./area.geometry.ts";
import { areaOf } from "./area.rules.ts";

function geometryOf(region: Region) {
  const result = areaOf(region);
  if (result.kind === "invalid") throw new Error(result.msg);
  return toGeometry(result.area);
}

describe("the geometry of a planned region", () => {
  it("is the centre of a circle, without the height and the radius that a plan may have", () => {
    expect(geometryOf({ type: "Point", coordinates: [14, 50, 200], radius: 500 })).toEqual({
      type: "Point",
      coordinates: [14, 50],
    });
  });

  it("is the line of a corridor, cut at the antimeridian", () => {
    const line = [
      [14, 50],
      [15, 51],
    ];
    expect(geometryOf({ type: "LineString", coordinates: line, radius: 100 })).toEqual({
      type: "LineString",
      coordinates: line,
    });
    const across = [
      [179.5, 10],
      [-179.5, 12],
    ];
    expect(geometryOf({ type: "LineString", coordinates: across, radius: 100 })).toEqual({
      type: "MultiLineString",
      coordinates: [
        [
          [179.5, 10],
          [180, 11],
        ],
        [
          [-180, 11],
          [-179.5, 12],
        ],
      ],
    });
  });

  it("is a polygon with its outline counterclockwise and its holes clockwise", () => {
    const outline = [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 0],
      [0, 0],
    ];
    const hole = [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 2],
      [1, 1],
    ];
    expect(geometryOf({ type: "Polygon", coordinates: [outline, hole] })).toEqual({
      type: "Polygon",
      coordinates: [outline.toReversed(), hole.toReversed()],
    });
  });

  it("is two polygons where the outline crosses the antimeridian", () => {
    const outline = [
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
      [179, 0],
    ];
    const { type, coordinates } = geometryOf({ type: "Polygon", coordinates: [outline] });
    expect(type).toBe("MultiPolygon");
    const cornersOf = (polygon: unknown) =>
      (polygon as readonly (readonly number[])[][])[0]!.map(([x, y]) => `${x},${y}`);
    expect(coordinates.map((polygon) => [...new Set(cornersOf(polygon))].toSorted())).toEqual([
      ["179,0", "179,2", "180,0", "180,2"],
      ["-179,0", "-179,2", "-180,0", "-180,2"],
    ]);
    for (const polygon of coordinates) expect(cornersOf(polygon).at(-1)).toBe(cornersOf(polygon)[0]);
  });
});
