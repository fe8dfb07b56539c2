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

  it("keeps only its size when that screen is gone, as far as the main one has room", () => {
    const low = { ...remembered, bounds: { ...remembered.bounds, height: 800 } };
    expect(placeWindow(low, [laptop])).toEqual({ width: 1200, height: 800 });
    expect(placeWindow(remembered, [laptop])).toEqual({ width: 1200, height: 875 });
  });

  it("opens no larger than the screen, the first time too", () => {
    const small = { x: 0, y: 0, width: 1366, height: 728 };
    const large = { bounds: { x: 100, y: 50, width: 2300, height: 1300 }, maximized: false };
    expect(placeWindow(large, [small])).toEqual(small);
    expect(placeWindow(undefined, [small])).toEqual({ width: 1280, height: 728 });
  });

  it("is moved onto the screen that it sticks out of", () => {
    const right = { ...remembered, bounds: { x: 900, y: 300, width: 1000, height: 700 } };
    expect(placeWindow(right, [laptop])).toEqual({ x: 440, y: 200, width: 1000, height: 700 });
    const left = { ...remembered, bounds: { x: -300, y: 30, width: 1000, height: 700 } };
    expect(placeWindow(left, [laptop])).toEqual({ x: 0, y: 30, width: 1000, height: 700 });
  });

  it("stays where two screens show all of it together, and goes to the larger part of it else", () => {
    const across = { ...remembered, bounds: { x: 1000, y: 50, width: 1200, height: 800 } };
    expect(placeWindow(across, [laptop, beside])).toEqual(across.bounds);
    const low = { ...remembered, bounds: { x: 1000, y: 300, width: 1200, height: 800 } };
    expect(placeWindow(low, [laptop, beside])).toEqual({ x: 1440, y: 280, width: 1200, height: 800 });
  });

  it("stays beside the edge of the screen where its frame has an unseen part, as on Windows", () => {
    const snapped = { ...remembered, bounds: { x: -7, y: 25, width: 967, height: 882 } };
    expect(placeWindow(snapped, [laptop])).toEqual(snapped.bounds);
  });

  it("is as large as the console needs on a screen that is not", () => {
    const tablet = { x: 0, y: 0, width: 640, height: 480 };
    expect(placeWindow(undefined, [tablet])).toEqual({ width: 800, height: 560 });
    const there = { ...remembered, bounds: { x: 20, y: 20, width: 900, height: 600 } };
    expect(placeWindow(there, [tablet])).toEqual({ x: 0, y: 0, width: 800, height: 560 });
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
