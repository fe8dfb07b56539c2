import { expect, it } from "vitest";
import { placeLabel } from "./label-place.ts";
import { Occupancy } from "./occupancy.ts";
import { plannedLabelBoxes } from "./planned.draw.ts";

/** A world of one million pixels, of which the place is in the middle of a view of 600 by 400. */
const WORLD_PX = 1_000_000;
const PLACE = { latitude: 0, longitude: 0 };
const view = {
  worldPx: WORLD_PX,
  xOf: ({ x }: { readonly x: number }) => 300 + (x - 0.5) * WORLD_PX,
  yOf: ({ y }: { readonly y: number }) => 200 + (y - 0.5) * WORLD_PX,
};
const plan = (radiusM: number) => ({
  shape: { kind: "circle", points: [PLACE], radiusM } as const,
  label: "EVENING",
  detail: "planned 10:22–11:02",
});

it("keeps the room of a planned flight's label, above its area", () => {
  const [box] = plannedLabelBoxes(view, [plan(2_000)]);
  // 2 km are some 50 px here, and the label stands above them.
  expect(box!.topPx + box!.heightPx).toBeLessThan(150);
  expect(box!.leftPx + box!.widthPx / 2).toBeCloseTo(300);
  expect(plannedLabelBoxes(view, [plan(10)])).toEqual([]);
});

it("sends the label of an aircraft to another side of it", () => {
  const [box] = plannedLabelBoxes(view, [plan(2_000)]);
  const occupancy = new Occupancy(600, 400);
  const symbol = { x: box!.leftPx - 20, y: box!.topPx + box!.heightPx / 2 };
  const size = { widthPx: 60, heightPx: 28 };
  expect(placeLabel(new Occupancy(600, 400), symbol, size)?.side).toBe(0);
  occupancy.claim(box!.leftPx, box!.topPx, box!.widthPx, box!.heightPx);
  expect(placeLabel(occupancy, symbol, size)?.side).not.toBe(0);
});
