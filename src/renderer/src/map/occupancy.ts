const CELL_PX = 12;

/** Which parts of the canvas already hold a label. A label is drawn only where `claim` gives it room. */
export class Occupancy {
  readonly #taken = new Set<number>();

  /** Reserves the box; false when another label overlaps it. Pixels from the left and the top. */
  claim(leftPx: number, topPx: number, widthPx: number, heightPx: number): boolean {
    const cells: number[] = [];
    for (let x = Math.floor(leftPx / CELL_PX); x <= Math.floor((leftPx + widthPx) / CELL_PX); x += 1) {
      for (let y = Math.floor(topPx / CELL_PX); y <= Math.floor((topPx + heightPx) / CELL_PX); y += 1) {
        const cell = x * 100_003 + y;
        if (this.#taken.has(cell)) return false;
        cells.push(cell);
      }
    }
    for (const cell of cells) this.#taken.add(cell);
    return true;
  }
}
