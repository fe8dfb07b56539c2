import { expect, it } from "vitest";
import { boundingPlacesOf } from "./listed-places.ts";

it("the places of a list are the corners of its boxes, longitude first in a box", () => {
  expect(boundingPlacesOf([{ bbox: "14.5,50,15,50.25" }, { bbox: null }])).toEqual([
    { latitude: 50, longitude: 14.5 },
    { latitude: 50.25, longitude: 15 },
  ]);
  expect(boundingPlacesOf([])).toEqual([]);
});
