import { describe, expect, it } from "vitest";
import { groundHeightIn, groundIn, groundTileOf, heightOfPixel } from "../contracts/ground-tile.ts";
import { writeGroundTile } from "./ground-tile.rules.ts";
import { heightAtM, type HgtTile } from "./hgt.tile.ts";

const VOID_M = -32_768;

/** A file of heights that differ from sample to sample; every `voidEvery`th is void. */
function file(south: number, west: number, { samples = 1201, voidEvery = Infinity } = {}): HgtTile {
  const view = new DataView(new ArrayBuffer(samples * samples * 2));
  for (let at = 0; at < samples * samples; at++) {
    view.setInt16(at * 2, at % voidEvery === 0 ? VOID_M : ((at * 7919) % 4000) - 500);
  }
  return { south, west, samples, bytes: new Uint8Array(view.buffer) };
}

/** West and east of a meridian the files have other resolutions; in the south there are voids, and in the north-east none. */
const FILES = [file(49, 13, { voidEvery: 11 }), file(49, 14, { samples: 3601, voidEvery: 97 }), file(50, 13)];
const find = async ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) =>
  FILES.find(({ south, west }) => south === Math.floor(latitude) && west === Math.floor(longitude));

const PIXELS = 256;
const longitudeOf = (x: number, column: number) => ((x + (column + 0.5) / PIXELS) / 2 ** 12) * 360 - 180;
const latitudeOf = (y: number, row: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * ((y + (row + 0.5) / PIXELS) / 2 ** 12)))) * 180) / Math.PI;

async function tileAround(latitude: number, longitude: number) {
  const address = groundTileOf({ latitude, longitude });
  const bytes = await writeGroundTile(address, find, () => 45);
  return bytes && { ...address, bytes: new DataView(bytes.buffer) };
}

describe("a tile of the ground", () => {
  it("has at each pixel the height of the file that is below it", async () => {
    const tile = (await tileAround(50, 14))!;
    const differing: string[] = [];
    const known = { inAFile: 0, nowhere: 0 };
    for (let row = -1; row <= PIXELS; row++) {
      for (let column = -1; column <= PIXELS; column++) {
        const place = { latitude: latitudeOf(tile.y, row), longitude: longitudeOf(tile.x, column) };
        const below = await find(place);
        const expectedM = below && heightAtM(below, place);
        known[expectedM === undefined ? "nowhere" : "inAFile"]++;
        const heightM = heightOfPixel(tile, row, column);
        const isSame =
          expectedM === undefined
            ? Number.isNaN(heightM)
            : Math.abs(heightM - expectedM) <= 0.125 + Number.EPSILON * 1e4;
        if (!isSame) differing.push(`${row}/${column}: ${heightM} instead of ${expectedM}`);
      }
    }
    expect(differing).toEqual([]);
    expect(Math.min(known.inAFile, known.nowhere)).toBeGreaterThan(PIXELS);
  });

  it("is empty where there is no file", async () => {
    expect(await tileAround(52, 20)).toBeUndefined();
  });

  it("is read the same with and without the geoid", async () => {
    const tile = (await tileAround(49.5, 13.5))!;
    for (let step = 0; step < 500; step++) {
      const place = {
        latitude: latitudeOf(tile.y, (step * 89) % PIXELS),
        longitude: longitudeOf(tile.x, (step * 137.3) % PIXELS),
      };
      const ground = groundIn(tile, place);
      expect(groundHeightIn(tile, place)).toBe(ground?.heightM ?? NaN);
      if (ground) expect(ground.geoidM).toBeCloseTo(45, 9);
    }
  });
});
