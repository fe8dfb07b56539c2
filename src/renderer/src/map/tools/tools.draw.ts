import { toMercator, type LatLon } from "../../tracks/mercator.ts";
import type { MapMode } from "../palettes.ts";
import type { View } from "../view.layer.ts";
import { MAP_FONT } from "../map-text.ts";

/** Everything that the tools draw over the map. */
export interface ToolScene {
  readonly points: readonly LatLon[];
  /** One label for each leg between two points. */
  readonly legLabels: readonly string[];
  readonly isMeasuring: boolean;
  readonly myPlace: LatLon | undefined;
  readonly rings: readonly { readonly corners: readonly LatLon[]; readonly label: string }[];
}

export const EMPTY_SCENE: ToolScene = { points: [], legLabels: [], isMeasuring: false, myPlace: undefined, rings: [] };

export function isEmptyScene({ points, isMeasuring, myPlace, rings }: ToolScene): boolean {
  return points.length + rings.length === 0 && !isMeasuring && myPlace === undefined;
}

interface Pixel {
  readonly x: number;
  readonly y: number;
}

const COLOURS: Readonly<Record<MapMode, { readonly line: string; readonly halo: string }>> = {
  day: { line: "#8a1f5c", halo: "rgba(255, 255, 255, 0.94)" },
  night: { line: "#ff9fce", halo: "rgba(9, 12, 16, 0.9)" },
  red: { line: "#ff6a58", halo: "rgba(5, 0, 0, 0.9)" },
};
const POINT_PX = 4.5;
const CROSS_PX = 14;

export function drawTools(view: View, scene: ToolScene, mode: MapMode): void {
  const { context } = view;
  context.save();
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const { corners, label } of scene.rings) drawRing(view, corners, { label, mode });
  if (scene.myPlace) drawMyPlace(view, scene.myPlace, mode);
  drawMeasurement(view, scene, mode);
  if (scene.isMeasuring) drawCross(view, mode);
  context.restore();
}

function drawRing(
  view: View,
  corners: readonly LatLon[],
  style: { readonly label: string; readonly mode: MapMode },
): void {
  const pixels = pixelsOf(view, corners);
  strokeLine(view, pixels, { mode: style.mode, widthPx: 1.4, dash: [2, 5] });
  const top = pixels[0];
  if (top) drawLabel(view, { ...top, text: style.label }, style.mode);
}

function drawMyPlace(view: View, place: LatLon, mode: MapMode): void {
  const { context } = view;
  const { x, y } = pixelsOf(view, [place])[0] ?? { x: 0, y: 0 };
  for (const [color, width] of [
    [COLOURS[mode].halo, 6],
    [COLOURS[mode].line, 3],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.moveTo(x - 13, y);
    context.lineTo(x - 4, y);
    context.moveTo(x + 4, y);
    context.lineTo(x + 13, y);
    context.moveTo(x, y - 13);
    context.lineTo(x, y - 4);
    context.moveTo(x, y + 4);
    context.lineTo(x, y + 13);
    context.stroke();
  }
}

function drawMeasurement(view: View, { points, legLabels }: ToolScene, mode: MapMode): void {
  const { context } = view;
  const pixels = pixelsOf(view, points);
  const [first] = pixels;
  const last = pixels.at(-1);
  if (!first || !last) return;
  strokeLine(view, pixels, { mode, widthPx: 2.4, dash: [] });
  if (pixels.length > 2) {
    context.fillStyle = COLOURS[mode].line;
    context.globalAlpha = 0.12;
    context.beginPath();
    for (const { x, y } of pixels) context.lineTo(x, y);
    context.fill();
    context.globalAlpha = 1;
    strokeLine(view, [last, first], { mode, widthPx: 1.2, dash: [4, 5] });
  }
  for (const { x, y } of pixels) {
    context.beginPath();
    context.arc(x, y, POINT_PX, 0, 2 * Math.PI);
    context.fillStyle = COLOURS[mode].line;
    context.strokeStyle = COLOURS[mode].halo;
    context.lineWidth = 2;
    context.fill();
    context.stroke();
  }
  for (const [index, text] of legLabels.entries()) {
    const [from, to] = [pixels[index], pixels[index + 1]];
    if (from && to) drawLabel(view, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, text }, mode);
  }
}

/** The middle of the map, where Enter sets a point. */
function drawCross({ context, widthPx, heightPx }: View, mode: MapMode): void {
  const [x, y] = [Math.round(widthPx / 2) + 0.5, Math.round(heightPx / 2) + 0.5];
  for (const [color, width] of [
    [COLOURS[mode].halo, 4],
    [COLOURS[mode].line, 1.5],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x - CROSS_PX, y);
    context.lineTo(x + CROSS_PX, y);
    context.moveTo(x, y - CROSS_PX);
    context.lineTo(x, y + CROSS_PX);
    context.stroke();
  }
}

function strokeLine(
  { context }: View,
  pixels: readonly Pixel[],
  style: { readonly mode: MapMode; readonly widthPx: number; readonly dash: number[] },
): void {
  for (const [color, width, dash] of [
    [COLOURS[style.mode].halo, style.widthPx + 2.4, []],
    [COLOURS[style.mode].line, style.widthPx, style.dash],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([...dash]);
    context.beginPath();
    for (const { x, y } of pixels) context.lineTo(x, y);
    context.stroke();
  }
  context.setLineDash([]);
}

function drawLabel({ context }: View, { x, y, text }: Pixel & { readonly text: string }, mode: MapMode): void {
  context.font = `600 12.5px ${MAP_FONT}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 4;
  context.strokeStyle = COLOURS[mode].halo;
  context.fillStyle = COLOURS[mode].line;
  context.strokeText(text, x, y - 9);
  context.fillText(text, x, y - 9);
}

/** All places use the copy of the world in which the first one is drawn: a line is never split. */
function pixelsOf(view: View, places: readonly LatLon[]): readonly Pixel[] {
  let before: { readonly world: number; readonly x: number } | undefined;
  return places.map((place) => {
    const point = toMercator(place);
    const step = before ? point.x - before.world - Math.round(point.x - before.world) : 0;
    const x: number = before ? before.x + step * view.worldPx : view.xOf(point);
    before = { world: point.x, x };
    return { x, y: view.yOf(point) };
  });
}
