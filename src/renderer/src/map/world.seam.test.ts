import { describe, expect, it } from "vitest";
import { withoutSeam } from "./world.seam.ts";

describe("a coast at the antimeridian", () => {
  it("is left without the cut that the data has there", () => {
    const coordinates = [
      [179, 65],
      [180, 65.05],
      [180, 67],
      [180, 68.97],
      [179, 69],
    ];
    expect(withoutSeam({ type: "LineString", coordinates })).toEqual({
      type: "MultiLineString",
      coordinates: [coordinates.slice(0, 2), coordinates.slice(3)],
    });
    const west = coordinates.map(([x = 0, y = 0]) => [-x, y]);
    expect(withoutSeam({ type: "MultiLineString", coordinates: [west] })).toEqual({
      type: "MultiLineString",
      coordinates: [west.slice(0, 2), west.slice(3)],
    });
  });

  it("stays as it is where it only touches it, and everywhere else", () => {
    const across = {
      type: "LineString" as const,
      coordinates: [
        [179, 65],
        [180, 66],
        [179, 67],
      ],
    };
    expect(withoutSeam(across)).toEqual({ type: "MultiLineString", coordinates: [across.coordinates] });
    const elsewhere = {
      type: "LineString" as const,
      coordinates: [
        [15, 47],
        [15, 48],
      ],
    };
    expect(withoutSeam(elsewhere)).toBe(elsewhere);
  });
});
