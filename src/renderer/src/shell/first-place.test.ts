import { describe, expect, it } from "vitest";
import { firstPlaceOf } from "./first-place.ts";

const GRAZ = { latitude: 47.07, longitude: 15.43 };

describe("the person's place after the first run", () => {
  it("is the middle of the map that was chosen", () => {
    expect(firstPlaceOf({ ...GRAZ, zoom: 12 }, undefined)).toEqual(GRAZ);
  });

  it("stays as it was set before", () => {
    const known = { latitude: 50, longitude: 14 };
    expect(firstPlaceOf({ ...GRAZ, zoom: 12 }, known)).toBe(known);
  });

  it("is not taken from a map of half a continent", () => {
    expect(firstPlaceOf({ ...GRAZ, zoom: 5 }, undefined)).toBeUndefined();
  });
});
