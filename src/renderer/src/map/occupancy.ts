const CELL_PX = 12;
/** The margin around the canvas: a label that begins outside of it still takes room inside. */
const MARGIN_CELLS = 40;
const DEFAULT_PX = 4_096;
/** The state of a cell: taken by a label, or holding something that labels avoid if they can. */
const TAKEN = 1;
const AVOIDED = 2;

export interface Box {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The parts of the canvas that already have a label. A label is drawn only where `claim` returns true. */
export class Occupancy {
  readonly #cells: Uint8Array;
  readonly #columns: number;
  readonly #rows: number;

  /** Starts with an empty canvas of this size; cells beyond its margin are never taken. */
  constructor(widthPx = DEFAULT_PX, heightPx = DEFAULT_PX) {
    this.#columns = Math.ceil(widthPx / CELL_PX) + 2 * MARGIN_CELLS;
    this.#rows = Math.ceil(heightPx / CELL_PX) + 2 * MARGIN_CELLS;
    this.#cells = new Uint8Array(this.#columns * this.#rows);
  }

  /** Whether nothing overlaps the box. Pixels from the left and the top. */
  isFree(leftPx: number, topPx: number, widthPx: number, heightPx: number): boolean {
    return this.#isWithout(TAKEN, { leftPx, topPx, widthPx, heightPx });
  }

  /** Whether the box is free of labels and of anything to be avoided. */
  isClear(box: Box): boolean {
    return this.#isWithout(TAKEN | AVOIDED, box);
  }

  /** Reserves the box; false when another label overlaps it. */
  claim(leftPx: number, topPx: number, widthPx: number, heightPx: number): boolean {
    if (!this.isFree(leftPx, topPx, widthPx, heightPx)) return false;
    this.#mark(TAKEN, { leftPx, topPx, widthPx, heightPx });
    return true;
  }

  /** Marks the box as one that labels cover only if there is no other room. */
  avoid(box: Box): void {
    this.#mark(AVOIDED, box);
  }

  #isWithout(kinds: number, { leftPx, topPx, widthPx, heightPx }: Box): boolean {
    const left = firstCell(leftPx);
    const right = lastCell(leftPx + widthPx, this.#columns);
    const bottom = lastCell(topPx + heightPx, this.#rows);
    for (let y = firstCell(topPx); y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) if ((this.#cells[y * this.#columns + x]! & kinds) !== 0) return false;
    }
    return true;
  }

  #mark(kind: number, { leftPx, topPx, widthPx, heightPx }: Box): void {
    const left = firstCell(leftPx);
    const right = lastCell(leftPx + widthPx, this.#columns);
    const bottom = lastCell(topPx + heightPx, this.#rows);
    for (let y = firstCell(topPx); y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) this.#cells[y * this.#columns + x]! |= kind;
    }
  }
}

function firstCell(px: number): number {
  return Math.max(0, Math.floor(px / CELL_PX) + MARGIN_CELLS);
}

function lastCell(px: number, cells: number): number {
  return Math.min(cells - 1, Math.floor(px / CELL_PX) + MARGIN_CELLS);
}
