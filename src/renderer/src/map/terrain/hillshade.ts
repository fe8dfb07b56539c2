import { type GroundTile, heightOfPixel } from "../../../../../server/contracts/ground-tile.ts";
import { fromMercator } from "../../tracks/mercator.ts";
import type { MapMode } from "../palettes.ts";

const PIXELS = 256;
/** With one height beyond each edge. */
const SAMPLES = PIXELS + 2;
/** The colour of a pixel read as one number; every processor that runs a browser puts the lowest byte first. */
const WHITE = 0xffffff;
const EQUATOR_M = 40_075_016.686;
/** The light comes from the north-west, 45° high: the convention of printed maps. */
const EAST = -0.5;
const NORTH = 0.5;
const UP = Math.SQRT1_2;
/** In a wide view slopes are averaged out, so they are exaggerated. */
const EXAGGERATION: Readonly<Record<number, number>> = { 9: 2.5, 10: 2, 11: 1.5 };
/** The darkest shadow and the brightest slope, of 255. */
const STRENGTH: Readonly<Record<MapMode, { readonly shadow: number; readonly light: number }>> = {
  day: { shadow: 150, light: 90 },
  night: { shadow: 190, light: 60 },
  // No white, which would dazzle eyes that are adapted to the dark.
  red: { shadow: 190, light: 0 },
};

/** Shadow and light of a tile, to be laid over a map: RGBA, row by row; transparent where the ground is not known. */
export function computeHillshade(tile: GroundTile, mode: MapMode): Uint8ClampedArray<ArrayBuffer> {
  const scale = 2 ** tile.z;
  const { latitude } = fromMercator({ x: 0, y: (tile.y + 0.5) / scale });
  const pixelM = (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (PIXELS * scale);
  const steepness = (EXAGGERATION[tile.z] ?? 1) / (2 * pixelM);
  const { shadow, light } = STRENGTH[mode];
  const heights = heightsOf(tile);
  const rgba = new Uint8ClampedArray(PIXELS * PIXELS * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let row = 0; row < PIXELS; row++) {
    for (let column = 0; column < PIXELS; column++) {
      const at = (row + 1) * SAMPLES + column + 1;
      const east = (heights[at + 1]! - heights[at - 1]!) * steepness;
      const north = (heights[at - SAMPLES]! - heights[at + SAMPLES]!) * steepness;
      const lit = (UP - EAST * east - NORTH * north) / Math.sqrt(1 + east * east + north * north);
      // Flat ground is not shaded; comparisons with an unknown height (NaN) are false.
      const difference = Math.max(0, lit) - UP;
      if (difference > 0) pixels[row * PIXELS + column] = (((difference / (1 - UP)) * light) << 24) | WHITE;
      else if (difference < 0) pixels[row * PIXELS + column] = ((-difference / UP) * shadow) << 24;
    }
  }
  return rgba;
}

/** All heights of a tile at once, NaN where they are not known: four of them are read for each pixel. */
function heightsOf(tile: GroundTile): Float32Array {
  const heights = new Float32Array(SAMPLES * SAMPLES);
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      heights[row * SAMPLES + column] = heightOfPixel(tile, row - 1, column - 1);
    }
  }
  return heights;
}
