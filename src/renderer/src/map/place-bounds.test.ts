import { expect, it } from "vitest";
import { placeBoundsOf } from "./place-bounds.ts";

it("the box around places on either side of the antimeridian is narrow", () => {
  const [southWest, northEast] = placeBoundsOf([
    { latitude: -17, longitude: 179.99 },
    { latitude: -16, longitude: -179.99 },
  ]);
  expect(southWest).toEqual([-17, 179.99]);
  expect(northEast![0]).toBe(-16);
  expect(northEast![1]).toBeCloseTo(180.01, 9);
});

it("the box around places elsewhere is between their outermost degrees", () => {
  expect(
    placeBoundsOf([
      { latitude: 47, longitude: 15 },
      { latitude: 48, longitude: -3 },
      { latitude: 46, longitude: 20 },
    ]),
  ).toEqual([
    [46, -3],
    [48, 20],
  ]);
});
