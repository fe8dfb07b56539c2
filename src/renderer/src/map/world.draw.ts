import type { RawFeature } from "geojson-vt";
import { mapPalettes } from "./palettes.ts";
import { TILE_EXTENT, type WorldAtlas } from "./world.atlas.ts";
import type { WorldRequest } from "./world.messages.ts";

/** Draws one tile of the built-in world. Runs in a worker: no DOM. */
export function drawWorldTile(
  atlas: WorldAtlas,
  { z, x, y, sizePx, mode, pixelRatio }: Extract<WorldRequest, { readonly kind: "tile" }>,
): ImageBitmap {
  const canvas = new OffscreenCanvas(sizePx, sizePx);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("this browser cannot draw off the main thread");
  const palette = mapPalettes[mode];
  const { land, coasts, borders } = atlas.tile(z, x, y);
  const scale = sizePx / TILE_EXTENT;
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, sizePx, sizePx);
  context.lineJoin = "round";
  const coastPath = pathOf(coasts, scale);
  context.strokeStyle = palette.shore;
  for (const width of z > 4 ? [20, 12, 6] : [9, 4]) {
    context.lineWidth = width * pixelRatio;
    context.stroke(coastPath);
  }
  context.fillStyle = palette.land;
  context.fill(pathOf(land, scale), "evenodd");
  context.strokeStyle = palette.coast;
  context.lineWidth = (z > 3 ? 1 : 0.6) * pixelRatio;
  context.stroke(coastPath);
  context.strokeStyle = palette.border;
  context.lineWidth = (z > 4 ? 1.4 : 0.9) * pixelRatio;
  if (z > 4) context.setLineDash([7 * pixelRatio, 3 * pixelRatio, 1.5 * pixelRatio, 3 * pixelRatio]);
  context.stroke(pathOf(borders, scale));
  return canvas.transferToImageBitmap();
}

function pathOf(features: readonly RawFeature[], scale: number): Path2D {
  const path = new Path2D();
  for (const one of features) {
    if (one.type !== 2 && one.type !== 3) continue;
    for (const line of one.geometry) {
      for (let at = 0; at + 1 < line.length; at += 2) {
        const px = (line[at] ?? 0) * scale;
        const py = (line[at + 1] ?? 0) * scale;
        if (at === 0) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
      if (one.type === 3) path.closePath();
    }
  }
  return path;
}
