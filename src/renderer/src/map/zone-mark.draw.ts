import type { TrackPalette } from "./palettes.ts";

/** Room for the square around the larger aircraft and its halo, CSS pixels. */
export const ZONE_MARK_PX = 40;

/** A square, so that it differs from the ring of the selection without colour. */
export function drawZoneSquare(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  spritePx: number,
  palette: TrackPalette,
): void {
  const half = spritePx / 2 - 2;
  context.strokeStyle = palette.textHalo;
  context.lineWidth = 5;
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  context.strokeStyle = palette.emergency;
  context.lineWidth = 2.6;
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
}
