import type { View } from "./view.layer.ts";

/** The fonts of everything that is written on the map. */
export const MAP_FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** The size of the cache: names and heights of as many aircraft as a map can show. A full cache is emptied. */
const MAX_WIDTHS = 4_000;

const widths = new Map<string, number>();

/**
 * How wide a text is on the map, CSS pixels. Measured once: the same names and heights are written frame after frame.
 * `font` is its weight and size, as in `600 12px`.
 */
export function textWidthPx(context: View["context"], text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (widths.size >= MAX_WIDTHS) widths.clear();
  context.font = `${font} ${MAP_FONT}`;
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}
