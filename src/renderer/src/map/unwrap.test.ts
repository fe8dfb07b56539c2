import { describe, expect, it } from "vitest";
import { nearestLongitude, unwrapLine, unwrapPlaces, unwrapRing } from "./unwrap.ts";

describe("outlines made for a globe", () => {
  it("continue beyond the antimeridian instead of jumping back across the map", () => {
    const fiji = [
      [178, -17],
      [179.9, -16],
      [-179.8, -16.5],
      [179.9, -17],
      [178, -17],
    ];
    expect(unwrapRing(fiji).map(([longitude]) => longitude)).toEqual([178, 179.9, 180.2, 179.9, 178]);
  });

  it("continue to the west as well", () => {
    expect(
      unwrapLine([
        [-179, 60],
        [179, 61],
      ]).map(([longitude]) => longitude),
    ).toEqual([-179, -181]);
  });

  it("close Antarctica along the pole", () => {
    const ring = unwrapRing([
      [-180, -70],
      [-60, -75],
      [60, -75],
      [180, -70],
      [-180, -70],
    ]);
    expect(ring.slice(-3)).toEqual([
      [180, -90],
      [-180, -90],
      [-180, -70],
    ]);
  });

  it("are unchanged elsewhere", () => {
    const square = [
      [10, 50],
      [11, 50],
      [11, 51],
      [10, 51],
      [10, 50],
    ];
    expect(unwrapRing(square)).toEqual(square);
  });
});

describe("places that something passes", () => {
  const over = [179.9, -179.9, 179.8].map((longitude) => ({ latitude: 52, longitude }));
  const longitudesOf = (near: number) => unwrapPlaces(over, near).map(({ longitude }) => Number(longitude.toFixed(3)));

  it("are one line over the antimeridian, in the copy of the world that is asked for", () => {
    expect(longitudesOf(170)).toEqual([179.9, 180.1, 179.8]);
    expect(longitudesOf(-175)).toEqual([-180.1, -179.9, -180.2]);
  });

  it("stay where they are elsewhere", () => {
    expect(nearestLongitude(15, 14)).toBe(15);
    expect(nearestLongitude(-100, 60)).toBe(-100);
  });
});
