import { describe, expect, it } from "vitest";
import type { GroundTile } from "../../../../../server/contracts/ground-tile.ts";
import { computeHillshade } from "./hillshade.ts";

const SAMPLES = 258;

function tileOf(heightM: (row: number, column: number) => number | undefined): GroundTile {
  const bytes = new DataView(new ArrayBuffer(16 + SAMPLES * SAMPLES * 2));
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const height = heightM(row - 1, column - 1);
      bytes.setUint16(16 + (row * SAMPLES + column) * 2, height === undefined ? 0xffff : (height + 1000) * 4, true);
    }
  }
  return { z: 12, x: 2223, y: 1446, bytes };
}

const pixel = (rgba: Uint8ClampedArray, row: number, column: number) => {
  const at = (row * 256 + column) * 4;
  return [...rgba.subarray(at, at + 4)];
};

describe("the shading of hills", () => {
  it("leaves flat and unknown ground as the map draws it", () => {
    const flat = computeHillshade(
      tileOf((row) => (row === 100 ? undefined : 353)),
      "day",
    );
    expect(flat.every((value) => value === 0)).toBe(true);
  });

  it.each(["day", "night"] as const)(
    "brightens slopes towards the north-west and darkens the others, by %s",
    (mode) => {
      // A ridge from the south-west to the north-east.
      const shaded = computeHillshade(
        tileOf((row, column) => 2000 - 5 * Math.abs(row + column - 255)),
        mode,
      );
      const [red, green, blue, light] = pixel(shaded, 60, 60);
      expect([red, green, blue]).toEqual([255, 255, 255]);
      expect(light).toBeGreaterThan(15);
      const [black, , , shadow] = pixel(shaded, 200, 200);
      expect(black).toBe(0);
      expect(shadow).toBeGreaterThan(30);
    },
  );
});
