/** The gap between two sources, and before the link to the rest, in CSS pixels. */
export const STRIP_GAP_PX = 8;
/** The width of the link to the sources that have no room. */
const MORE_PX = 46;

export interface StripRoom {
  /** How many of the sources, from the first, are shown whole. */
  readonly count: number;
  /** How wide they are together, in CSS pixels. */
  readonly widthPx: number;
}

/** The number of sources that fit; if not all do, room is reserved for the link to the rest. */
export function fitSources(widths: readonly number[], roomPx: number): StripRoom {
  const all = widthOf(widths);
  if (all <= roomPx) return { count: widths.length, widthPx: all };
  let count = widths.length - 1;
  while (count > 0 && widthOf(widths.slice(0, count)) + STRIP_GAP_PX + MORE_PX > roomPx) count -= 1;
  return { count, widthPx: widthOf(widths.slice(0, count)) };
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + STRIP_GAP_PX * Math.max(0, widths.length - 1);
}
