/**
 * The number of rows in a block, about a screen. Rows are rendered and measured by blocks, so that the window does not
 * move with every scroll step and a jump renders few rows.
 */
export const BLOCK_ROWS = 16;

/** The rows of a long list that are rendered, and the heights of the omitted ones, in CSS pixels. */
export interface RowWindow {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
  readonly abovePx: number;
  readonly belowPx: number;
}

export interface RowPlace {
  readonly rows: number;
  /** The measured heights of blocks; the others are estimated with `rowPx`. */
  readonly measuredPx: ReadonlyMap<number, number>;
  readonly rowPx: number;
  readonly scrollTop: number;
  readonly viewPx: number;
}

/** The visible blocks, and one more on either side. */
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
  const abovePx = firstBlock < firstSeen ? topPx - heightOf(firstBlock) : topPx;
  const endPx = endBlock > lastSeen + 1 ? bottomPx + heightOf(lastSeen + 1) : bottomPx;
  let allPx = rows * rowPx;
  for (const [block, px] of measuredPx) {
    if (block < blocks) allPx += px - rowPx * Math.min(BLOCK_ROWS, rows - block * BLOCK_ROWS);
  }
  return {
    first: firstBlock * BLOCK_ROWS,
    end: Math.min(rows, endBlock * BLOCK_ROWS),
    abovePx,
    belowPx: endBlock < blocks ? Math.max(0, allPx - endPx) : 0,
  };
}
