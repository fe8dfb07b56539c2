import { describe, expect, it } from "vitest";
import { areaCornersOf, planShapeOf } from "./plan-shape.ts";

const GRAZ = { latitude: 47.07, longitude: 15.43 };

describe("the area of a flight on the map", () => {
  it("reads the radius of a feature, and the swapped centre that a device's own flight has", () => {
    const feature = {
      type: "Feature",
      geometry: { type: "Point", coordinates: [15.43, 47.07] },
      properties: { radius: 30 },
    } as const;
    expect(planShapeOf({ ...feature, geometry: { ...feature.geometry, coordinates: [15.43, 47.07] } }, GRAZ)).toEqual({
      kind: "circle",
      points: [GRAZ],
      radiusM: 30,
    });
    expect(planShapeOf({ type: "Point", coordinates: [47.07, 15.43], radius: 1000 }, GRAZ)?.points).toEqual([GRAZ]);
  });

  it("is brought into view with its radius", () => {
    expect(areaCornersOf({ kind: "circle", points: [{ latitude: 0, longitude: 15 }], radiusM: 111_195 })).toEqual([
      { latitude: -1, longitude: 14 },
      { latitude: 1, longitude: 16 },
    ]);
  });
});
