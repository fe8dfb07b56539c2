import { describe, expect, it } from "vitest";
import type { Region } from "../contracts/region.ts";
import { geodesicM } from "../kernel/geodesic.ts";
import { circleAround, isCircle } from "./circle-around.ts";

const square = (west: number, east: number): Region => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 50],
      [east, 50],
      [east, 50.02],
      [west, 50.02],
      [west, 50],
    ],
  ],
});

function circleOf(region: Region) {
  const circle = circleAround(region);
  if (circle.type !== "Point") throw new Error("it is no circle");
  const [longitude, latitude] = circle.coordinates;
  return { middle: { longitude: longitude!, latitude: latitude! }, radius: circle.radius };
}

describe("the circle around a region", () => {
  it("holds every corner of a polygon, and hardly more", () => {
    const { middle, radius } = circleOf(square(14, 14.02));
    const corners = [14, 14.02].flatMap((longitude) => [50, 50.02].map((latitude) => ({ longitude, latitude })));
    const distances = corners.map((corner) => geodesicM(middle, corner));
    expect(Math.max(...distances)).toBeLessThanOrEqual(radius);
    expect(radius - Math.max(...distances)).toBeLessThan(3);
  });

  it("holds a corridor with its width, also in a Feature", () => {
    const line = {
      type: "LineString" as const,
      coordinates: [
        [14, 50],
        [14.01, 50],
      ],
    };
    const alone = circleOf({ ...line, radius: 100 });
    expect(alone.radius).toBeGreaterThan(geodesicM(alone.middle, { longitude: 14, latitude: 50 }) + 100);
    expect(circleOf({ type: "Feature", geometry: line, properties: { radius: 100 } })).toEqual(alone);
  });

  it("lies across the antimeridian where the region does", () => {
    const { middle, radius } = circleOf(square(179.99, -179.99));
    expect(Math.abs(middle.longitude)).toBeCloseTo(180, 5);
    expect(radius).toBeLessThan(2000);
  });

  it("is the region itself where that is a circle", () => {
    const circle: Region = { type: "Point", coordinates: [14, 50], radius: 500 };
    expect(circleAround(circle)).toEqual(circle);
    expect([circle, square(14, 14.02)].map(isCircle)).toEqual([true, false]);
  });
});
