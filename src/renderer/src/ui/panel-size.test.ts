import { expect, it } from "vitest";
import { growth, type PanelEdge, sizeAfterKey, withinLimits } from "./panel-size.ts";

const limits = { minPx: 200, maxPx: 600, defaultPx: 344 };

it("keeps a panel within its limits, whatever was stored or dragged", () => {
  expect([10, 300.4, 9_999].map((sizePx) => withinLimits(sizePx, limits))).toEqual([200, 300, 600]);
});

const LEFT = { orientation: "vertical", panel: "before" } as const;
const RIGHT = { orientation: "vertical", panel: "after" } as const;
const ABOVE = { orientation: "horizontal", panel: "before" } as const;
const BELOW = { orientation: "horizontal", panel: "after" } as const;

it("changes a panel by keyboard: an arrow moves its edge, wherever the panel stands", () => {
  const sizesOf = (edge: PanelEdge) =>
    ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map((key) => sizeAfterKey(key, 300, edge, limits));
  expect(sizesOf(LEFT)).toEqual([316, 284, undefined, undefined]);
  expect(sizesOf(RIGHT)).toEqual([284, 316, undefined, undefined]);
  expect(sizesOf(ABOVE)).toEqual([undefined, undefined, 316, 284]);
  expect(sizesOf(BELOW)).toEqual([undefined, undefined, 284, 316]);
  expect(sizeAfterKey("ArrowLeft", 205, LEFT, limits)).toBe(200);
  expect(
    ["Home", "End", "Enter", "PageUp", "PageDown", "a"].map((key) => sizeAfterKey(key, 300, RIGHT, limits)),
  ).toEqual([200, 600, 344, 380, 220, undefined]);
});

it("makes a panel larger by dragging its edge away from it", () => {
  expect([LEFT, RIGHT, ABOVE, BELOW].map((edge) => growth(20, edge))).toEqual([20, -20, 20, -20]);
});
