import { describe, expect, it } from "vitest";
import { distanceM } from "../../../../server/contracts/great-circle.ts";
import { bearingDeg, fromMercator, toMercator } from "./mercator.ts";

const PRAGUE = { latitude: 50.0755, longitude: 14.4378 };
const BRNO = { latitude: 49.1951, longitude: 16.6068 };

describe("positions on the map", () => {
  it("are the same after the projection and its inverse", () => {
    const back = fromMercator(toMercator(PRAGUE));
    expect(back.latitude).toBeCloseTo(PRAGUE.latitude, 9);
    expect(back.longitude).toBeCloseTo(PRAGUE.longitude, 9);
  });

  it("have the origin in the middle of the world", () => {
    expect(toMercator({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
  });

  it("have the distance and bearing of an atlas", () => {
    expect(distanceM(PRAGUE, BRNO) / 1_000).toBeCloseTo(184.4, 0);
    expect(bearingDeg(PRAGUE, BRNO)).toBeCloseTo(121.6, 0);
  });
});
