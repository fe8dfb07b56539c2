import { describe, expect, it } from "vitest";
import { CELL_NODES, type ReliefAddress, reliefCellName, reliefGrid } from "./relief.cells.ts";
import { type CellHeights, FIELD_SAMPLES, reliefCellsOf, reliefField } from "./relief.field.ts";

/** Cells of which each height is given by its place in the whole grid; each is computed once. */
function cellsOf(heightM: (column: number, row: number, grid: { readonly columns: number }) => number): CellHeights {
  const known = new Map<string, Float32Array>();
  return (address: ReliefAddress) => {
    const { level, column, row } = address;
    const name = reliefCellName(address);
    const heights =
      known.get(name) ??
      Float32Array.from({ length: CELL_NODES ** 2 }, (_, at) => {
        const [x, y] = [column * CELL_NODES + (at % CELL_NODES), row * CELL_NODES + Math.floor(at / CELL_NODES)];
        return heightM(x, y, reliefGrid(level));
      });
    known.set(name, heights);
    return heights;
  };
}

/** Hills that go on across the antimeridian. */
const hills = cellsOf(
  (column, row, { columns }) => 1_500 + 1_000 * Math.sin((column / columns) * 2 * Math.PI * 90) * Math.cos(row / 9),
);

function at(values: Float32Array, column: number, row: number): number {
  return values[row * FIELD_SAMPLES + column]!;
}

describe("the heights and slopes of a tile", () => {
  it("are flat where the ground is", () => {
    const { heightsM, shades } = reliefField(
      { z: 5, x: 16, y: 11 },
      cellsOf(() => 0),
    );
    expect([...heightsM, ...shades].every((value) => Math.abs(value) < 1e-6)).toBe(true);
  });

  it("are undefined where no cell has land", () => {
    const { heightsM } = reliefField({ z: 5, x: 16, y: 11 }, () => undefined);
    expect(new Set(heightsM)).toEqual(new Set([0]));
  });

  it("are light towards the north-west, and dark on the other side", () => {
    // A ridge through the middle of the tile, from the south-west to the north-east.
    const ridge = cellsOf((column, row) => Math.max(0, 3_000 - 40 * Math.abs(column - 2_497 + (row - 540))));
    const tile = { z: 5, x: 18, y: 11 };
    const { heightsM, shades } = reliefField(tile, ridge);
    expect(heightsM.some((heightM) => heightM > 1_500)).toBe(true);
    const { lit, dark } = [...shades.keys()].reduce(
      (found, index) => {
        const [column, row] = [index % FIELD_SAMPLES, Math.floor(index / FIELD_SAMPLES)];
        const isNorthWest = column > 0 && row > 0 && heightsM[index]! > at(heightsM, column - 1, row - 1) + 20;
        const isSouthEast = column > 0 && row > 0 && heightsM[index]! < at(heightsM, column - 1, row - 1) - 20;
        if (isNorthWest) found.lit.push(shades[index]!);
        if (isSouthEast) found.dark.push(shades[index]!);
        return found;
      },
      { lit: [] as number[], dark: [] as number[] },
    );
    expect([lit.length > 1_000, dark.length > 1_000]).toEqual([true, true]);
    expect(lit.filter((shade) => shade <= 0)).toEqual([]);
    expect(dark.filter((shade) => shade >= 0)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 6, 8])("are the same on both sides of the border of two tiles, at z %i", (z) => {
    const across = 2 ** z;
    // The last pair is that of the antimeridian.
    for (const x of new Set([Math.floor(across / 3), across - 1])) {
      const y = Math.floor(across / 3);
      const [own, east, south] = [
        reliefField({ z, x, y }, hills),
        reliefField({ z, x: (x + 1) % across, y }, hills),
        reliefField({ z, x, y: y + 1 }, hills),
      ];
      const last = FIELD_SAMPLES - 1;
      for (const values of ["heightsM", "shades"] as const) {
        const differences = Array.from({ length: FIELD_SAMPLES }, (_, index) => [
          at(east[values], 0, index) - at(own[values], last - 1, index),
          at(east[values], 1, index) - at(own[values], last, index),
          at(south[values], index, 0) - at(own[values], index, last - 1),
          at(south[values], index, 1) - at(own[values], index, last),
        ]);
        const largest = Math.max(...differences.flat().map(Math.abs));
        expect(largest).toBeLessThan(values === "heightsM" ? 0.01 : 0.001);
      }
    }
  });

  it("have no steps between the heights of the grid, however near the view is", () => {
    const { heightsM } = reliefField({ z: 8, x: 133, y: 90 }, hills);
    for (let row = 0; row < FIELD_SAMPLES; row += 16) {
      const slopes = Array.from(
        { length: FIELD_SAMPLES - 1 },
        (_, column) => at(heightsM, column + 1, row) - at(heightsM, column, row),
      );
      const bends = slopes.slice(1).map((slope, index) => Math.abs(slope - slopes[index]!));
      // Straight lines between the heights would meet with a much greater change of slope.
      expect(Math.max(...bends)).toBeLessThan(0.2 * Math.max(...slopes.map(Math.abs)));
    }
  });

  it("are read from the cells around the tile, on both sides of the antimeridian", () => {
    const columns = new Set(reliefCellsOf({ z: 6, x: 63, y: 20 }).map(({ column }) => column));
    expect([...columns].toSorted((one, other) => one - other)).toEqual([0, 23]);
    expect(reliefCellsOf({ z: 1, x: 0, y: 0 }).every(({ column, row }) => column < 6 && row < 3)).toBe(true);
  });
});
