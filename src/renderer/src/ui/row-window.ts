/** Rows are shown and measured in blocks of so many: a window moves every few screens, and not with every step. */
export const BLOCK_ROWS = 40;

/** Which rows of a long list there are elements for, and how high what is left out would be, in CSS pixels. */
export interface RowWindow {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

export interface RowPlace {
  readonly rows: number;
  /** Heights of blocks as they were measured; the others are as high as `rowPx` says. */
  readonly measuredPx: ReadonlyMap<number, number>;
  readonly rowPx: number;
  readonly scrollTop: number;
  readonly viewPx: number;
}

/** The blocks that are seen, and one more on either side. */
export function rowWindowAt({ rows, measuredPx, rowPx, scrollTop, viewPx }: RowPlace): RowWindow {
  const blocks = Math.ceil(rows / BLOCK_ROWS);
  const heightOf = (block: number) => measuredPx.get(block) ?? rowPx * Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS);
  let firstSeen = 0;
  let topPx = 0;
  while (firstSeen < blocks - 1 && topPx + heightOf(firstSeen) <= scrollTop) topPx += heightOf(firstSeen++);
  let lastSeen = firstSeen;
  let bottomPx = topPx + heightOf(firstSeen);
  while (lastSeen < blocks - 1 && bottomPx < scrollTop + viewPx) bottomPx += heightOf(++lastSeen);
  const firstBlock = Math.max(0, firstSeen - 1);
  const endBlock = Math.min(blocks, lastSeen + 2);
  const sumPx = (from: number, to: number) => {
    let sum = 0;
    for (let block = from; block < to; block++) sum += heightOf(block);
    return sum;
  };
  return {
    first: firstBlock * BLOCK_ROWS,
    end: Math.min(rows, endBlock * BLOCK_ROWS),
    abovePx: sumPx(0, firstBlock),
    belowPx: sumPx(endBlock, blocks),
  };
}
