import { expect, it } from "vitest";
import { placeLabel } from "./label-place.ts";
import { Occupancy } from "./occupancy.ts";
import { drawPlanned, plannedLabelBoxes } from "./planned.draw.ts";
import type { View } from "./view.layer.ts";

/** A world of one million pixels, of which the place is in the middle of a view of 600 by 400. */
const WORLD_PX = 1_000_000;
const PLACE = { latitude: 0, longitude: 0 };
const view = {
  context: { font: "", measureText: (text: string) => ({ width: 7 * text.length }) } as unknown as View["context"],
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

/** The areas that were filled on a canvas, as their corners. */
function filledBy(draw: (context: View["context"]) => void): readonly (readonly (readonly [number, number])[])[] {
  const filled: [number, number][][] = [];
  let path: [number, number][] = [];
  const ignore = () => undefined;
  const context = {
    ...{ save: ignore, restore: ignore, stroke: ignore, closePath: ignore, setLineDash: ignore },
    ...{ strokeText: ignore, fillText: ignore },
    beginPath: () => void (path = []),
    lineTo: (x: number, y: number) => void path.push([x, y]),
    fill: () => void filled.push(path),
  };
  draw(context as unknown as View["context"]);
  return filled;
}

it("fills a circle over a pole up to the edge of the map, from one side of the view to the other", () => {
  const points = [{ latitude: 84, longitude: 0 }];
  const area = { ...plan(0), shape: { kind: "circle", points, radiusM: 1_000_000 } as const };
  const [ring] = filledBy((context) => drawPlanned({ ...view, context } as unknown as View, [area], "day"));
  const xs = ring!.map(([x]) => x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(2 * WORLD_PX);
  expect(Math.min(...ring!.map(([, y]) => y))).toBeCloseTo(view.yOf({ y: 0 }));
});

it("draws a circle in the far north wider in the north than in the south, as the map shows it", () => {
  const points = [{ latitude: 75, longitude: 0 }];
  const area = { ...plan(0), shape: { kind: "circle", points, radiusM: 900_000 } as const };
  const [ring] = filledBy((context) => drawPlanned({ ...view, context } as unknown as View, [area], "day"));
  const ys = ring!.map(([, y]) => y);
  const middle = view.yOf({ y: 0.1769 });
  expect(middle - Math.min(...ys)).toBeGreaterThan(1.5 * (Math.max(...ys) - middle));
});

it("draws an area over the antimeridian as one, and not around the world", () => {
  const points = [179.999, -179.999, -179.999].map((longitude, at) => ({ latitude: at / 1_000, longitude }));
  const area = { ...plan(0), shape: { kind: "polygon", points, radiusM: 0 } as const };
  const [ring] = filledBy((context) => drawPlanned({ ...view, context } as unknown as View, [area], "day"));
  const xs = ring!.map(([x]) => x);
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo((0.002 / 360) * WORLD_PX, 3);
});
