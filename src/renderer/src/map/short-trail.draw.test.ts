import { expect, it } from "vitest";
import { PixelLayer } from "./pixel-layer.ts";
import { drawShortTrail, trailStyles } from "./short-trail.draw.ts";
import type { View } from "./view.layer.ts";

const SIDE_PX = 100;
const ROW = 50;
const view = {
  pixelRatio: 1,
  worldPx: SIDE_PX,
  xOf: ({ x }: { readonly x: number }) => x * SIDE_PX,
  yOf: ({ y }: { readonly y: number }) => y * SIDE_PX,
} as unknown as View;

/** The opacities along a trail that flies to the right, 0 to 255: a point each second, 3 pixels apart. */
function opacitiesOf(seconds: number, isFading: boolean): readonly number[] {
  const points = Array.from({ length: seconds + 1 }, (_, at) => at);
  const trail = {
    timesMs: points.map((at) => at * 1_000),
    xs: points.map((at) => (at * 3) / SIDE_PX),
    ys: points.map(() => (ROW + 0.5) / SIDE_PX),
  };
  const layer = new PixelLayer();
  layer.begin(SIDE_PX, SIDE_PX);
  drawShortTrail(layer, view, trail, trailStyles("#ff0000", view, isFading));
  const row = layer.pixels.slice(ROW * SIDE_PX, (ROW + 1) * SIDE_PX);
  return [...row].map((pixel) => pixel >>> 24);
}

it("a live trail of a crowd fades towards the past, in a few steps", () => {
  const drawn = opacitiesOf(28, true).filter((opacity) => opacity > 0);
  expect(drawn).toEqual(drawn.toSorted((a, b) => a - b));
  expect(new Set(drawn).size).toBe(4);
  expect(drawn[0]).toBeLessThan(drawn.at(-1)! / 2);
});

it("a recorded one does not", () => {
  expect(new Set(opacitiesOf(28, false).filter((opacity) => opacity > 0)).size).toBe(1);
});

it("is drawn for half a minute back", () => {
  const drawn = opacitiesOf(33, true);
  expect(drawn.slice(0, 9).every((opacity) => opacity === 0)).toBe(true);
  expect(drawn.slice(9, 99).every((opacity) => opacity > 0)).toBe(true);
});
