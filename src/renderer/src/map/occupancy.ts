const CELL_PX = 12;
/** Around the canvas: a label that begins outside of it still takes room inside. */
const MARGIN_CELLS = 40;
const DEFAULT_PX = 4_096;

/** Which parts of the canvas already hold a label. A label is drawn only where `claim` gives it room. */
export class Occupancy {
  readonly #taken: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;

  /** The size of the canvas; what is further outside of it is not seen, and never taken. */
  constructor(widthPx = DEFAULT_PX, heightPx = DEFAULT_PX) {
    this.#columns = Math.ceil(widthPx / CELL_PX) + 2 * MARGIN_CELLS;
    this.#rows = Math.ceil(heightPx / CELL_PX) + 2 * MARGIN_CELLS;
    this.#taken = new Uint8Array(this.#columns * this.#rows);
  }

  /** Whether nothing overlaps the box. Pixels from the left and the top. */
  isFree(leftPx: number, topPx: number, widthPx: number, heightPx: number): boolean {
    const left = firstCell(leftPx);
    const right = lastCell(leftPx + widthPx, this.#columns);
    const bottom = lastCell(topPx + heightPx, this.#rows);
    for (let y = firstCell(topPx); y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) if (this.#taken[y * this.#columns + x] === 1) return false;
    }
    return true;
  }

  /** Reserves the box; false when another label overlaps it. */
  claim(leftPx: number, topPx: number, widthPx: number, heightPx: number): boolean {
    if (!this.isFree(leftPx, topPx, widthPx, heightPx)) return false;
    const left = firstCell(leftPx);
    const right = lastCell(leftPx + widthPx, this.#columns);
    const bottom = lastCell(topPx + heightPx, this.#rows);
    for (let y = firstCell(topPx); y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) this.#taken[y * this.#columns + x] = 1;
    }
    return true;
  }
}

function firstCell(px: number): number {
  return Math.max(0, Math.floor(px / CELL_PX) + MARGIN_CELLS);
}

function lastCell(px: number, cells: number): number {
  return Math.min(cells - 1, Math.floor(px / CELL_PX) + MARGIN_CELLS);
}
