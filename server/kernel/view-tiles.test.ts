import { expect, it } from "vitest";
import { parseBbox } from "./geo.ts";
import { viewsOf } from "./view-tiles.ts";

function viewsOfText(text: string) {
  const parsed = parseBbox(text);
  if (parsed.kind === "invalid") throw new Error(parsed.message);
  return viewsOf(parsed.bbox);
}

it.each([
  ["179.96,9,180,9.02", [{ west: 179.96, south: 9, east: 180, north: 9.02 }]],
  ["-180,9,-179.96,9.02", [{ west: -180, south: 9, east: -179.96, north: 9.02 }]],
  ["180,9,-179.96,9.02", [{ west: -180, south: 9, east: -179.96, north: 9.02 }]],
])("views cover a region that ends at the antimeridian without one beyond it: %s", (text, views) => {
  expect(viewsOfText(text)).toEqual(views);
});

it.each(["180,9,180,9.02", "-180,9,-180,9.02", "180,9,-180,9.02", "15,47,15,47", "-180,9,-180,9"])(
  "a region without width has one view: %s",
  (text) => {
    expect(viewsOfText(text)).toHaveLength(1);
  },
);

it("a region across the antimeridian has views on both sides", () => {
  expect(viewsOfText("179.98,9,-179.98,9.02")).toEqual([
    { west: 179.98, south: 9, east: 180, north: 9.02 },
    { west: -180, south: 9, east: -179.98, north: 9.02 },
  ]);
});
