/**
 * Makes the heights of the built-in map: `node scripts/build-relief.mjs FOLDER`, where FOLDER has `etopo5.cdf` (ETOPO5 of
 * NOAA, public domain, as Debian's package ferret-datasets has it) and the lakes of Natural Earth. The result is committed:
 * it changes only when the data or this script does.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  CELL_NODES,
  codeOfHeight,
  encodeCell,
  reliefCellName,
  reliefGrid,
} from "../src/renderer/src/map/relief/relief.cells.ts";
import { ExpectedError, print, runMain } from "./bootstrap/output.mjs";
import { inRoot } from "./bootstrap/paths.mjs";
import { GRID, halveResolution, landHeights } from "./relief/heights.mjs";
import { readNetcdf } from "./relief/netcdf.mjs";
import { readLakes, readLand } from "./world/sources.mjs";

const OUTPUT = inRoot("src", "renderer", "public", "relief");
const MAX_BYTES = 1_300_000;

await runMain(async () => {
  const folder = process.argv[2];
  if (folder === undefined) throw new ExpectedError("say where the data is: node scripts/build-relief.mjs FOLDER");
  const variable = readNetcdf(readFileSync(join(folder, "etopo5.cdf")));
  const fine = { heights: landHeights(variable, { land: readLand(), lakes: readLakes(folder) }), grid: GRID };
  const middle = halveResolution(fine.heights, fine.grid);
  const coarse = halveResolution(middle.heights, middle.grid);
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  let total = 0;
  for (const [level, { heights }] of /** @type {const} */ ([
    [0, coarse],
    [1, middle],
    [2, fine],
  ])) {
    const { columns, rows } = reliefGrid(level);
    const sizes = [];
    for (let row = 0; row * CELL_NODES < rows; row += 1) {
      for (let column = 0; column * CELL_NODES < columns; column += 1) {
        const codes = cellCodes(heights, columns, { column, row });
        const bytes = gzipSync(encodeCell(codes), { level: 9, memLevel: 9 });
        writeFileSync(join(OUTPUT, reliefCellName({ level, column, row })), bytes);
        sizes.push(bytes.length);
      }
    }
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    print(`level ${level}: ${sizes.length} cells, ${bytes} bytes, the largest ${Math.max(...sizes)}`);
    total += bytes;
  }
  print(`${total} bytes in all`);
  if (total > MAX_BYTES) throw new Error(`the heights are larger than ${MAX_BYTES} bytes`);
  return 0;
});

/** @param {Float32Array} heights @param {number} columns @param {{ readonly column: number, readonly row: number }} cell */
function cellCodes(heights, columns, { column, row }) {
  const codes = new Int16Array(CELL_NODES * CELL_NODES);
  for (let at = 0; at < codes.length; at += 1) {
    const y = row * CELL_NODES + Math.floor(at / CELL_NODES);
    const height = heights[y * columns + column * CELL_NODES + (at % CELL_NODES)] ?? NaN;
    codes[at] = codeOfHeight(Number.isNaN(height) ? undefined : height);
  }
  return codes;
}
