import { expect, it } from "vitest";
import { sizeAfterKey, withinLimits } from "./panel-size.ts";

const limits = { minPx: 200, maxPx: 600, defaultPx: 344 };

it("keeps a panel within its limits, whatever was stored or dragged", () => {
  expect([10, 300.4, 9_999].map((sizePx) => withinLimits(sizePx, limits))).toEqual([200, 300, 600]);
});

it("changes a panel by keyboard: larger is to the right, or upwards for a panel below", () => {
  expect(sizeAfterKey("ArrowRight", 300, "vertical", limits)).toBe(316);
  expect(sizeAfterKey("ArrowLeft", 205, "vertical", limits)).toBe(200);
  expect(sizeAfterKey("ArrowUp", 300, "vertical", limits)).toBeUndefined();
  expect(sizeAfterKey("ArrowUp", 300, "horizontal", limits)).toBe(316);
  expect(sizeAfterKey("ArrowRight", 300, "horizontal", limits)).toBeUndefined();
  expect(
    ["Home", "End", "Enter", "PageUp", "PageDown", "a"].map((key) => sizeAfterKey(key, 300, "vertical", limits)),
  ).toEqual([200, 600, 344, 380, 220, undefined]);
});
