import { fromMercator } from "../tracks/mercator.ts";
import { mapPalettes } from "./palettes.ts";
import { paintRelief, type ReliefGround } from "./relief/relief.colors.ts";
import { FIELD_SAMPLES, FIELD_SIDE, type ReliefField } from "./relief/relief.field.ts";
import { isBeyondDetail, SHORE_ERROR_M } from "./world.detail.ts";
import { type AreaLayer, TILE_EXTENT, type TileFeature, type WorldCell } from "./world.cells.ts";
import type { WorldRequest } from "./world.messages.ts";

const EQUATOR_M_PER_PX = 156_543.033_928;
/** The outlines of urban areas are the coarsest of all. */
const MAX_URBAN_ZOOM = 9;
const FIRST_LAKE_BELT_ZOOM = 8;
const FIRST_RUNWAY_ZOOM = 9;

type TileRequest = Extract<WorldRequest, { readonly kind: "tile" }>;

/** Draws one tile of the built-in map, with the relief that it is given. Runs in a worker: no DOM. */
export function drawWorldTile(cell: WorldCell, request: TileRequest, relief: ReliefField | undefined): ImageBitmap {
  const { z, x, y, sizePx, mode, pixelRatio } = request;
  const canvas = new OffscreenCanvas(sizePx, sizePx);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("this browser cannot draw off the main thread");
  const palette = mapPalettes[mode];
  const { layers, left, top, magnification } = cell.tile(z, x, y);
  const scale = (sizePx / TILE_EXTENT) * magnification;
  const zoom = z + 1;
  const place = { left, top, scale };
  const paths = (layer: AreaLayer): Path2D => pathOf(layers[layer].filter(isShownFrom(zoom)), place);
  const isCoarse = isBeyondDetail(zoom);
  const beltPx = (2 * SHORE_ERROR_M * pixelRatio) / metresPerPx(request);
  const coasts = paths("coast");
  const lakes = paths("lake");
  const fillGround = (ground: ReliefGround, area: Path2D, rule?: CanvasFillRule): void => {
    context.fillStyle = palette[ground];
    if (relief && layers[ground].length > 0) context.fillStyle = reliefFill(context, relief, { ...request, ground });
    context.fill(area, rule);
  };

  context.fillStyle = palette.sea;
  context.fillRect(0, 0, sizePx, sizePx);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.strokeStyle = palette.nearshore;
  context.lineWidth = Math.max(4 * pixelRatio, beltPx);
  context.stroke(coasts);
  fillGround("land", paths("land"), "evenodd");
  for (const layer of ["park", "glacier"] as const) fillGround(layer, paths(layer));
  if (zoom <= MAX_URBAN_ZOOM) fillGround("urban", paths("urban"));
  drawRivers(context, paths("river"), { zoom, pixelRatio, color: palette.river });
  context.fillStyle = palette.lake;
  context.fill(lakes, "evenodd");
  if (zoom >= FIRST_LAKE_BELT_ZOOM) {
    context.save();
    context.clip(lakes, "evenodd");
    context.strokeStyle = palette.nearshore;
    context.lineWidth = beltPx;
    context.stroke(lakes);
    context.restore();
  }
  context.fillStyle = palette.nearshore;
  context.fill(paths("nearshore"));
  if (isCoarse) {
    context.strokeStyle = palette.nearshore;
    context.lineWidth = beltPx;
    context.stroke(coasts);
    context.stroke(lakes);
  } else {
    context.strokeStyle = palette.coast;
    context.lineWidth = (z > 3 ? 1 : 0.6) * pixelRatio;
    context.stroke(coasts);
    context.strokeStyle = palette.lakeShore;
    context.lineWidth = (z > 5 ? 0.9 : 0.5) * pixelRatio;
    context.stroke(lakes);
  }
  drawBorders(context, paths("border"), { zoom, pixelRatio, color: palette.border });
  if (zoom >= FIRST_RUNWAY_ZOOM) drawRunways(context, paths("runway"), { zoom, pixelRatio, color: palette.runway });
  return canvas.transferToImageBitmap();
}

/**
 * A fill pattern with the colours of heights and slopes. It fills only the area of its ground, so it is never drawn on
 * water.
 */
function reliefFill(
  context: OffscreenCanvasRenderingContext2D,
  field: ReliefField,
  { sizePx, mode, relief, ground }: TileRequest & { readonly ground: ReliefGround },
): CanvasPattern {
  const picture = new OffscreenCanvas(FIELD_SAMPLES, FIELD_SAMPLES);
  const pixels = paintRelief(field, { mode, ground, strength: relief });
  picture.getContext("2d")?.putImageData(new ImageData(pixels, FIELD_SAMPLES), 0, 0);
  const pattern = context.createPattern(picture, "no-repeat");
  if (!pattern) throw new Error("this browser has no memory left for a tile");
  const enlarged = sizePx / FIELD_SIDE;
  pattern.setTransform(new DOMMatrix([enlarged, 0, 0, enlarged, -enlarged, -enlarged]));
  return pattern;
}

interface LineStyle {
  readonly zoom: number;
  readonly pixelRatio: number;
  readonly color: string;
}

/** Rivers, drawn below the lakes, because the data continues them through lakes. Dashed where they may be far off. */
function drawRivers(
  context: OffscreenCanvasRenderingContext2D,
  rivers: Path2D,
  { zoom, pixelRatio, color }: LineStyle,
): void {
  context.strokeStyle = color;
  context.lineWidth = (zoom < 6 ? 0.7 : zoom < 9 ? 1 : 1.5) * pixelRatio;
  context.setLineDash(isBeyondDetail(zoom) ? [9 * pixelRatio, 6 * pixelRatio] : []);
  context.stroke(rivers);
  context.setLineDash([]);
}

function drawBorders(
  context: OffscreenCanvasRenderingContext2D,
  borders: Path2D,
  { zoom, pixelRatio, color }: LineStyle,
): void {
  context.strokeStyle = color;
  context.lineWidth = (zoom > 5 ? 1.4 : 0.9) * pixelRatio;
  context.setLineDash(zoom > 5 ? [7, 3, 1.5, 3].map((dash) => dash * pixelRatio) : []);
  context.stroke(borders);
  context.setLineDash([]);
}

function drawRunways(
  context: OffscreenCanvasRenderingContext2D,
  runways: Path2D,
  { zoom, pixelRatio, color }: LineStyle,
): void {
  context.lineCap = "butt";
  context.strokeStyle = color;
  context.lineWidth = Math.min(12, 1.6 * 1.45 ** (zoom - FIRST_RUNWAY_ZOOM)) * pixelRatio;
  context.stroke(runways);
}

function isShownFrom(zoom: number): (feature: TileFeature) => boolean {
  return ({ tags }) => Number(tags?.["zoom"] ?? 0) <= zoom;
}

function metresPerPx({ z, y }: TileRequest): number {
  const { latitude } = fromMercator({ x: 0, y: (y + 0.5) / 2 ** z });
  return (EQUATOR_M_PER_PX * Math.cos((latitude * Math.PI) / 180)) / 2 ** (z + 1);
}

function pathOf(
  features: readonly TileFeature[],
  { left, top, scale }: { readonly left: number; readonly top: number; readonly scale: number },
): Path2D {
  const path = new Path2D();
  for (const one of features) {
    for (const line of one.geometry) {
      for (let at = 0; at + 1 < line.length; at += 2) {
        const px = ((line[at] ?? 0) - left) * scale;
        const py = ((line[at + 1] ?? 0) - top) * scale;
        if (at === 0) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
      if (one.type === 3) path.closePath();
    }
  }
  return path;
}
