import type { Feature } from "geojson";
import { expect, it } from "vitest";
import { missingLand } from "./known-land.mjs";

function square(west: number, south: number, size: number): Feature {
  const [east, north] = [west + size, south + size];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Feature", geometry: { type: "Polygon", coordinates: [ring] }, properties: {} };
}

/** Land from 178° across the antimeridian, as data for a flat map has it, with a lake. */
const outlines = { land: [square(178, 0, 4)], lakes: [square(179, 1, 1)] };

it("adds land around the places that the outlines leave in the sea or in a lake, and only there", () => {
  const onLand = [
    { latitude: 0.5, longitude: 178.5 },
    { latitude: 3, longitude: -179 },
  ];
  const inWater = [
    { latitude: 1.5, longitude: 179.5 },
    { latitude: 0.5, longitude: 177 },
    { latitude: 3, longitude: -177 },
  ];
  expect(missingLand(onLand, outlines, 1_000)).toEqual([]);
  const added = missingLand([...onLand, ...inWater], outlines, 1_000);
  expect(added.map(({ properties }) => properties)).toEqual(inWater.map(() => ({ layer: "nearshore" })));
});

it("adds as much as was asked for, in each direction", () => {
  const [area] = missingLand([{ latitude: 60, longitude: 0 }], outlines, 1_113.2);
  const [ring = []] = area?.geometry.type === "Polygon" ? area.geometry.coordinates : [];
  expect(Math.max(...ring.map(([, y = 0]) => y))).toBeCloseTo(60.01, 5);
  // A degree of longitude is half as long there.
  expect(Math.max(...ring.map(([x = 0]) => x))).toBeCloseTo(0.02, 5);
});
