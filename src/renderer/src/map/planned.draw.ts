import { worldCopies, type CircleOutline, cachedCircleOutline } from "../tracks/circle-outline.ts";
import { type MercatorPoint, toMercator } from "../tracks/mercator.ts";
import type { MapMode } from "./palettes.ts";
import type { PlanShape } from "./plan-shape.ts";
import { unwrapPlaces } from "./unwrap.ts";
import type { View } from "./view.layer.ts";
import { MAP_FONT, textWidthPx } from "./map-text.ts";

/** A planned flight on the live map: the area where an aircraft will fly, not where one was received. */
export interface PlannedArea {
  readonly shape: PlanShape;
  readonly label: string;
  /** The second line of the label: when. */
  readonly detail: string;
}

const COLOURS: Readonly<Record<MapMode, { readonly line: string; readonly halo: string }>> = {
  day: { line: "#7a2c9e", halo: "rgba(255, 255, 255, 0.92)" },
  night: { line: "#d8a8f0", halo: "rgba(9, 12, 16, 0.88)" },
  red: { line: "#ff6a58", halo: "rgba(5, 0, 0, 0.9)" },
};
const EQUATOR_M = 40_075_016.686;
const DASH = [8, 6];
/** Smaller areas would be hidden by their own label. */
const MIN_LABELLED_PX = 24;
const LABEL_PX = 22;
const LINE_PX = 15;
const NAME_FONT = "600 12.5px";
const DETAIL_FONT = "400 12.5px";
/** The margin around a text, including its halo. */
const GAP_PX = 4;
/** Below the names of the graticule. */
const TOP_PX = 36;

/** The position of a label: the middle of its first line. */
interface LabelPlace {
  readonly x: number;
  readonly y: number;
}

/** A part of the canvas, pixels from the left and the top. */
export interface LabelBox {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export function drawPlanned(view: View, areas: readonly PlannedArea[], mode: MapMode): void {
  const { context } = view;
  context.save();
  context.strokeStyle = COLOURS[mode].line;
  context.fillStyle = COLOURS[mode].line;
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const area of areas) drawArea(view, area, mode);
  context.restore();
}

function drawArea(view: View, { shape, label, detail }: PlannedArea, mode: MapMode): void {
  const { context } = view;
  const pixels = pixelsOf(view, shape);
  const [first] = pixels;
  if (!first) return;
  const reachPx = reachPxOf(view, shape);
  const edgeY = edgeYOf(view, shape);
  if (shape.kind === "corridor") {
    trace(context, pixels);
    context.globalAlpha = 0.16;
    context.lineWidth = Math.max(2, 2 * reachPx);
    context.setLineDash([]);
    context.stroke();
  } else {
    context.globalAlpha = 0.1;
    if (edgeY !== undefined) {
      // Up to the edge of the map, where no line is drawn.
      trace(context, [...pixels, { x: pixels.at(-1)!.x, y: edgeY }, { x: first.x, y: edgeY }]);
      context.fill();
    }
    trace(context, pixels);
    if (edgeY === undefined) {
      context.closePath();
      context.fill();
    }
  }
  context.globalAlpha = 1;
  context.lineWidth = 2;
  context.setLineDash(DASH);
  context.stroke();
  const place = labelPlaceOf(pixels, reachPx);
  if (place) drawLabel(view, { ...place, lines: [label, detail], halo: COLOURS[mode].halo });
}

/** The boxes of the labels, which the labels of the aircraft above them avoid. */
export function plannedLabelBoxes(
  view: Pick<View, "xOf" | "yOf" | "worldPx" | "context">,
  areas: readonly PlannedArea[],
): readonly LabelBox[] {
  return areas.flatMap(({ shape, label, detail }) => {
    const place = labelPlaceOf(pixelsOf(view, shape), reachPxOf(view, shape));
    if (!place) return [];
    const [namePx, detailPx] = [
      textWidthPx(view.context, label, NAME_FONT),
      textWidthPx(view.context, detail, DETAIL_FONT),
    ];
    const widthPx = Math.max(namePx, detailPx) + 2 * GAP_PX;
    return [{ leftPx: place.x - widthPx / 2, topPx: place.y - LINE_PX, widthPx, heightPx: 2 * LINE_PX + 4 }];
  });
}

function labelPlaceOf(pixels: readonly LabelPlace[], reachPx: number): LabelPlace | undefined {
  const top = Math.min(...pixels.map(({ y }) => y)) - reachPx;
  const bottom = Math.max(...pixels.map(({ y }) => y)) + reachPx;
  if (!(bottom - top >= MIN_LABELLED_PX)) return undefined;
  const x = (Math.min(...pixels.map((one) => one.x)) + Math.max(...pixels.map((one) => one.x))) / 2;
  // Above the area if that is in view: aircraft in the area have labels too.
  return { x, y: Math.max(top - LABEL_PX, Math.min(TOP_PX, bottom)) };
}

function drawLabel(
  { context }: View,
  label: { readonly x: number; readonly y: number; readonly lines: readonly string[]; readonly halo: string },
): void {
  const { fillStyle, strokeStyle } = context;
  context.setLineDash([]);
  context.textAlign = "center";
  context.lineWidth = 3.5;
  context.strokeStyle = label.halo;
  for (const [index, line] of label.lines.entries()) {
    context.font = `${index === 0 ? NAME_FONT : DETAIL_FONT} ${MAP_FONT}`;
    context.strokeText(line, label.x, label.y + index * LINE_PX);
    context.fillText(line, label.x, label.y + index * LINE_PX);
  }
  context.fillStyle = fillStyle;
  context.strokeStyle = strokeStyle;
}

function trace(context: View["context"], line: readonly LabelPlace[]): void {
  context.beginPath();
  for (const { x, y } of line) context.lineTo(x, y);
}

/** The edge of the map, if the area extends beyond it over a pole. */
function edgeYOf(view: Pick<View, "yOf">, shape: PlanShape): number | undefined {
  const poleY = outlineOf(shape)?.poleY;
  return poleY === undefined ? undefined : view.yOf({ x: 0, y: poleY });
}

function outlineOf({ kind, points: [centre], radiusM }: PlanShape): CircleOutline | undefined {
  return kind === "circle" && centre ? cachedCircleOutline(centre, radiusM) : undefined;
}

/** All points use the copy of the world in which the first one is drawn: an area is never split. */
function pixelsOf(view: Pick<View, "xOf" | "yOf" | "worldPx">, shape: PlanShape): readonly LabelPlace[] {
  const places = unwrapPlaces(shape.points, shape.points[0]?.longitude ?? 0).map(toMercator);
  const [first] = places;
  if (!first) return [];
  const x = view.xOf(first);
  return linesOf(shape, places).map((place) => ({ x: x + (place.x - first.x) * view.worldPx, y: view.yOf(place) }));
}

/** A circle by its edge; one around a pole in three copies of the world, so that its ends are out of view. */
function linesOf(shape: PlanShape, places: readonly MercatorPoint[]): readonly MercatorPoint[] {
  const outline = outlineOf(shape);
  if (outline === undefined) return places;
  return outline.poleY === undefined ? outline.line : worldCopies(outline.line);
}

function reachPxOf({ worldPx }: Pick<View, "worldPx">, { kind, points, radiusM }: PlanShape): number {
  if (kind !== "corridor") return 0;
  const latitude = points[0]?.latitude ?? 0;
  return (radiusM / (EQUATOR_M * Math.cos((latitude * Math.PI) / 180))) * worldPx;
}
