import { expect, it } from "vitest";
import {
  CELL_NODES,
  cellHeights,
  codeOfHeight,
  decodeCell,
  encodeCell,
  heightOfCode,
  reliefCellName,
} from "./relief.cells.ts";

it.each([-430, -410, -28, -5, 0, 3, 120, 500, 1_300, 4_807, 6_500])(
  "a height of %i m is kept to within a hundredth, or two metres",
  (heightM) => {
    const kept = heightOfCode(codeOfHeight(heightM));
    expect(Math.abs(kept! - heightM)).toBeLessThanOrEqual(Math.max(2, Math.abs(heightM) / 20));
  },
);

it("the sea has no height, and is not mistaken for ground below it", () => {
  expect(heightOfCode(codeOfHeight(undefined))).toBeUndefined();
  for (let heightM = -430; heightM < 0; heightM += 0.1)
    expect(heightOfCode(codeOfHeight(heightM))).toBeLessThanOrEqual(0);
});

it("a cell is the same after it was written and read", () => {
  const codes = Int16Array.from({ length: CELL_NODES ** 2 }, (_, at) =>
    codeOfHeight(at % 7 === 0 ? undefined : -430 + ((at * 7_919) % 9_000)),
  );
  expect(decodeCell(encodeCell(codes))).toEqual(codes);
});

it("a cell that is drawn has the heights of its codes, and the sea at 0", () => {
  const codes = Int16Array.from({ length: CELL_NODES ** 2 }, (_, at) => (at % 240) - 40);
  const exact = codes.map((code) => Math.round(heightOfCode(code) ?? 0));
  expect(Int16Array.from(cellHeights(encodeCell(codes)), Math.round)).toEqual(exact);
});

it("a cell of sea takes no room", () => {
  const sea = new Int16Array(CELL_NODES ** 2).fill(codeOfHeight(undefined));
  expect(encodeCell(sea)).toHaveLength(0);
  expect(decodeCell(new Uint8Array())).toEqual(sea);
});

it("a cell is named by its level, column and row", () => {
  expect(reliefCellName({ level: 2, column: 12, row: 3 })).toBe("2-12-3.gz");
});
