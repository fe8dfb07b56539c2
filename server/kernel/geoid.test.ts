import { describe, expect, it } from "vitest";
import { loadGeoid } from "./geoid.ts";

const { ellipsoidFromSeaLevelM, seaLevelFromEllipsoidM } = await loadGeoid();

// Positions with known EGM96 undulations.
const BREMERTON = { latitude: 47.567, longitude: -122.632 };
const WOLLERAU = { latitude: 47.196, longitude: 8.719 };

describe("sea level and the ellipsoid", () => {
  it("have the EGM96 undulation between them", () => {
    expect(ellipsoidFromSeaLevelM(BREMERTON, 0)).toBeCloseTo(-21.2, 0);
    expect(ellipsoidFromSeaLevelM(WOLLERAU, 0)).toBeCloseTo(47.1, 0);
  });

  it("convert into each other and back", () => {
    const ellipsoidM = ellipsoidFromSeaLevelM(WOLLERAU, 400);
    expect(seaLevelFromEllipsoidM(WOLLERAU, ellipsoidM)).toBeCloseTo(400, 6);
  });

  it("are known at the poles and on both sides of the antimeridian", () => {
    for (const place of [
      { latitude: 90, longitude: 0 },
      { latitude: -90, longitude: 180 },
      { latitude: 0, longitude: 180 },
      { latitude: 0, longitude: -180 },
    ]) {
      expect(Math.abs(ellipsoidFromSeaLevelM(place, 0))).toBeLessThan(110);
    }
    const east = ellipsoidFromSeaLevelM({ latitude: 10, longitude: 180 }, 0);
    expect(ellipsoidFromSeaLevelM({ latitude: 10, longitude: -180 }, 0)).toBeCloseTo(east, 6);
  });
});
