import { describe, expect, it } from "vitest";
import { areaKm2, isInView, MAX_VIEWPORT_KM2, liveViewportOf } from "./viewport.ts";

const numbers = (text: string) => text.split(",").map(Number) as [number, number, number, number];

describe("the region of interest", () => {
  it("is the view with a margin", () => {
    const { text, beyond } = liveViewportOf({ west: 14, south: 50, east: 15, north: 51 });
    expect(beyond).toBeUndefined();
    expect(numbers(text)).toEqual([13.85, 49.85, 15.15, 51.15]);
  });

  it("is never larger than the live stream serves", () => {
    const { text, beyond } = liveViewportOf({ west: -170, south: -80, east: 190, north: 80 });
    const [west, south, east, north] = numbers(text);
    expect(beyond).toBe("-180.0000,-80.0000,180.0000,80.0000");
    expect(areaKm2({ west, south, east, north })).toBeLessThanOrEqual(MAX_VIEWPORT_KM2);
    expect((west + east) / 2).toBeCloseTo(10, 3);
  });

  it("stays around the middle of the map when the view is too large", () => {
    const [, south, , north] = numbers(liveViewportOf({ west: -60, south: 0, east: 90, north: 72 }).text);
    // Half way from 0° to 72° in the Mercator projection.
    expect(south).toBeLessThan(46);
    expect(north).toBeGreaterThan(46);
    expect(Math.abs((south + north) / 2 - 46)).toBeLessThan(2);
  });

  it("crosses the antimeridian with its west greater than its east", () => {
    const [west, , east] = numbers(liveViewportOf({ west: 179, south: -20, east: 182, north: -17 }).text);
    expect(west).toBeCloseTo(178.55, 3);
    expect(east).toBeCloseTo(-177.55, 3);
  });

  it("stays within the poles", () => {
    const [, south, , north] = numbers(liveViewportOf({ west: 0, south: 80, east: 10, north: 89 }).text);
    expect(south).toBeGreaterThanOrEqual(-90);
    expect(north).toBeLessThanOrEqual(90);
  });
});

describe("being in view", () => {
  it("takes a view that was dragged around the world", () => {
    expect(isInView({ west: 179, south: -20, east: 182, north: -17 }, -18, -179)).toBe(true);
    expect(isInView({ west: 179, south: -20, east: 182, north: -17 }, -18, 178)).toBe(false);
    expect(isInView({ west: 13, south: 49, east: 15, north: 51 }, 50, 14)).toBe(true);
    expect(isInView({ west: 13, south: 49, east: 15, north: 51 }, 52, 14)).toBe(false);
  });
});
