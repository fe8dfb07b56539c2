import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computedAboveGroundM } from "./above-ground.ts";
import { type GroundTile, groundIn, groundTileOf, insideOf } from "../../../../server/contracts/ground-tile.ts";
import { fromMercator } from "./mercator.ts";

const SAMPLES = 258;

/** Rises by a metre per pixel eastwards and two southwards; the geoid rises by four metres eastwards. */
function slope(): GroundTile {
  const bytes = new DataView(new ArrayBuffer(16 + SAMPLES * SAMPLES * 2));
  [40, 44, 40, 44].forEach((geoidM, index) => bytes.setFloat32(index * 4, geoidM, true));
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const heightM = column - 1 + 2 * (row - 1);
      bytes.setUint16(16 + (row * SAMPLES + column) * 2, (heightM + 1000) * 4, true);
    }
  }
  return { z: 12, x: 2223, y: 1446, bytes };
}

/** A place by its pixel; 0.5 is the middle of the first one. */
const at = (across: number, down: number) =>
  fromMercator({ x: (2223 + across / 256) / 4096, y: (1446 + down / 256) / 4096 });

describe("a tile of the ground", () => {
  it("has the places within it", () => {
    for (const place of [at(0.01, 0.01), at(255.99, 255.99)]) {
      expect(groundTileOf(place)).toEqual({ z: 12, x: 2223, y: 1446 });
    }
  });

  it("has all places inside of its edges, to within a millimetre of them", () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const place = fc.record({
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 179.999, noNaN: true }),
    });
    fc.assert(
      fc.property(place, part, part, (anywhere, across, up) => {
        const tile = groundTileOf(anywhere);
        const { west, east, south, north } = insideOf(tile);
        const inside = { latitude: south + (north - south) * up, longitude: west + (east - west) * across };
        expect(groundTileOf(inside)).toEqual(tile);
        expect(groundTileOf({ latitude: inside.latitude, longitude: east + 1e-8 })).not.toEqual(tile);
        expect(groundTileOf({ latitude: south - 1e-8, longitude: inside.longitude })).not.toEqual(tile);
      }),
    );
  });

  it("is read between the middles of its pixels, to its edges", () => {
    const tile = slope();
    expect(groundIn(tile, at(10.5, 20.5))?.heightM).toBeCloseTo(50, 3);
    expect(groundIn(tile, at(10.75, 21))?.heightM).toBeCloseTo(51.25, 3);
    expect(groundIn(tile, at(0, 0))?.heightM).toBeCloseTo(-1.5, 3);
    expect(groundIn(tile, at(255.99, 255.99))?.heightM).toBeCloseTo(766.47, 1);
    expect(groundIn(tile, at(128, 20.5))?.geoidM).toBeCloseTo(42, 3);
  });

  it("knows nothing beside a height that is not known", () => {
    const tile = slope();
    tile.bytes.setUint16(16 + (21 * SAMPLES + 11) * 2, 0xffff, true);
    expect(groundIn(tile, at(10, 20))).toBeUndefined();
    expect(groundIn(tile, at(10.5, 22))?.heightM).toBeCloseTo(53, 3);
  });
});

describe("a height above the ground", () => {
  const ground = { heightM: 350, geoidM: 45 };
  const altitude = (type: string, value: number) => ({ type, value, accuracy: null });

  it("is computed from one above sea level, or above the ellipsoid", () => {
    expect(computedAboveGroundM([altitude("WGS84", 480), altitude("MSL", 440)], ground)).toBe(90);
    expect(computedAboveGroundM([altitude("WGS84", 480)], ground)).toBe(85);
  });

  it("is unknown from any other height, and over unknown ground", () => {
    expect(computedAboveGroundM([altitude("pressure", 480), altitude("ATO", 90)], ground)).toBeUndefined();
    expect(computedAboveGroundM([altitude("MSL", 440)], undefined)).toBeUndefined();
  });
});
