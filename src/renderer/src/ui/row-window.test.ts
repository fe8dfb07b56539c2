import { describe, expect, it } from "vitest";
import { BLOCK_ROWS, rowWindowAt } from "./row-window.ts";

const NOTHING_MEASURED = new Map<number, number>();
const place = { measuredPx: NOTHING_MEASURED, rowPx: 50, scrollTop: 0, viewPx: 800 };

describe("the window of a long list", () => {
  it("has every row of a short one", () => {
    expect(rowWindowAt({ ...place, rows: 3 })).toEqual({ first: 0, end: 3, abovePx: 0, belowPx: 0 });
    expect(rowWindowAt({ ...place, rows: 0 })).toEqual({ first: 0, end: 0, abovePx: 0, belowPx: 0 });
  });

  it("is as high as all rows together, wherever it is scrolled to", () => {
    const rows = 100_007;
    for (const scrollTop of [0, 1_999, 2_000, 123_456, rows * 50 - 800]) {
      const shown = rowWindowAt({ ...place, rows, scrollTop });
      expect(shown.abovePx + (shown.end - shown.first) * 50 + shown.belowPx).toBe(rows * 50);
      expect(shown.abovePx).toBeLessThanOrEqual(scrollTop);
      expect(shown.abovePx + (shown.end - shown.first) * 50).toBeGreaterThanOrEqual(scrollTop + 800);
      expect(shown.end - shown.first).toBeLessThanOrEqual(4 * BLOCK_ROWS);
    }
  });

  it("uses the heights of blocks that were measured", () => {
    const measuredPx = new Map([
      [0, 5_000],
      [1, 3_000],
    ]);
    const shown = rowWindowAt({ ...place, measuredPx, rows: 1_000, scrollTop: 8_000 });
    expect(shown).toMatchObject({ first: BLOCK_ROWS, end: 4 * BLOCK_ROWS, abovePx: 5_000 });
  });

  it("ends with the last row, also where it is scrolled beyond it", () => {
    expect(rowWindowAt({ ...place, rows: 1_000, scrollTop: 1e9 })).toMatchObject({ end: 1_000, belowPx: 0 });
  });
});
