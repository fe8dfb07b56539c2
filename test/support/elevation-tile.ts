import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Samples per row of a tile of three arc seconds. */
const SIDE = 1201;

/**
 * Writes a tile of the ground as SRTM's are: 16-bit big-endian metres above sea level, rows from north to south.
 * `name`: its south-western corner, as `N47E015`.
 */
export function writeElevationTile(folder: string, name: string, heightM: (row: number, column: number) => number) {
  const samples = new DataView(new ArrayBuffer(SIDE * SIDE * 2));
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) samples.setInt16((row * SIDE + column) * 2, heightM(row, column));
  }
  writeFileSync(join(folder, `${name}.hgt`), new Uint8Array(samples.buffer));
}
