import { describe, expect, it } from "vitest";
import { placeWindow } from "./window-bounds.rules.ts";

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const beside = { x: 1440, y: 0, width: 1920, height: 1080 };
const remembered = { bounds: { x: 1600, y: 50, width: 1200, height: 900 }, maximized: false };

describe("placeWindow", () => {
  it("opens with the usual size the first time", () => {
    expect(placeWindow(undefined, [laptop])).toEqual({ width: 1280, height: 800 });
  });

  it("opens where it was", () => {
    expect(placeWindow(remembered, [laptop, beside])).toEqual(remembered.bounds);
  });

  it("keeps only its size when that screen is gone", () => {
    expect(placeWindow(remembered, [laptop])).toEqual({ width: 1200, height: 900 });
  });

  it("does not open with its title above the screen", () => {
    const high = { ...remembered, bounds: { ...remembered.bounds, x: 0, y: -40 } };
    expect(placeWindow(high, [laptop])).not.toHaveProperty("x");
  });

  it("is never smaller than the console can use", () => {
    const tiny = { ...remembered, bounds: { x: 10, y: 30, width: 50, height: 50 } };
    expect(placeWindow(tiny, [laptop])).toEqual({ x: 10, y: 30, width: 800, height: 560 });
  });
});
