import { type TrafficMark, trafficOpacity } from "../../tracks/traffic-collection.ts";
import { Occupancy } from "../occupancy.ts";
import type { TrackPalette } from "../palettes.ts";
import type { View } from "../view.layer.ts";
import { MAP_FONT } from "../map-text.ts";

/** An aircraft with a crew as it was drawn, pixels from the left and the top. */
export interface DrawnTraffic {
  readonly icao: string;
  readonly x: number;
  readonly y: number;
}

export interface TrafficScene {
  readonly marks: Iterable<TrafficMark>;
  readonly nowMs: number;
  readonly palette: TrackPalette;
  readonly selectedIcao: string | undefined;
  /** Two short lines beside the symbol: who it is, and how high. */
  readonly labelOf: (mark: TrafficMark) => readonly [string, string];
}

/** Lines, not filled as drones are: an aeroplane from above, the rotor of a helicopter, a ring without a direction. */
const aeroplane = new Path2D("M0 -9 L0 9 M-9 -1 L9 -1 M-4 8 L4 8");
const helicopter = new Path2D("M-6 -6 L6 6 M6 -6 L-6 6 M0 0 L0 11 M-3 11 L3 11");
const ring = new Path2D("M0 -6 A6 6 0 1 1 -0.010 -6 Z M-1 0 L1 0");
const FONT = `500 11.5px ${MAP_FONT}`;
const LINE_PX = 13;
/** Further out there are only symbols. */
const FIRST_LABEL_ZOOM = 7;
const EDGE_PX = 40;
const REACH_PX = 16;
const SELECTED_PX = 14;

/** Draws the aircraft with a crew that are in view, and returns their positions on the canvas. */
export function drawTraffic(view: View, scene: TrafficScene): readonly DrawnTraffic[] {
  const { context } = view;
  const drawn = inView(view, scene);
  context.save();
  context.lineCap = "round";
  context.lineJoin = "round";
  for (const { mark, x, y } of drawn) drawSymbol(context, mark, { x, y }, scene);
  if (view.zoom >= FIRST_LABEL_ZOOM) drawLabels(view, drawn, scene);
  context.restore();
  return drawn.map(({ mark, x, y }) => ({ icao: mark.record.icao, x, y }));
}

/** The aircraft at a place of the view; the nearest one. */
export function trafficAt(drawn: readonly DrawnTraffic[], place: { readonly x: number; readonly y: number }) {
  let nearest: { readonly icao: string; readonly px: number } | undefined;
  for (const { icao, x, y } of drawn) {
    const px = Math.hypot(x - place.x, y - place.y);
    if (px <= REACH_PX && px < (nearest?.px ?? Infinity)) nearest = { icao, px };
  }
  return nearest?.icao;
}

type Placed = { readonly mark: TrafficMark; readonly x: number; readonly y: number };

function inView(view: View, { marks, nowMs }: TrafficScene): readonly Placed[] {
  const { widthPx, heightPx } = view;
  const placed: Placed[] = [];
  for (const mark of marks) {
    const [x, y] = [view.xOf(mark), view.yOf(mark)];
    const isOutside = x < -EDGE_PX || y < -EDGE_PX || x > widthPx + EDGE_PX || y > heightPx + EDGE_PX;
    if (!isOutside && trafficOpacity(nowMs - mark.timeMs) > 0) placed.push({ mark, x, y });
  }
  return placed;
}

function drawSymbol(
  context: CanvasRenderingContext2D,
  { record, timeMs }: TrafficMark,
  { x, y }: { readonly x: number; readonly y: number },
  { palette, nowMs, selectedIcao }: TrafficScene,
): void {
  const path = record.heading === null ? ring : record.category === "A7" ? helicopter : aeroplane;
  context.save();
  context.translate(x, y);
  context.globalAlpha = trafficOpacity(nowMs - timeMs);
  if (record.icao === selectedIcao) {
    context.beginPath();
    context.arc(0, 0, SELECTED_PX, 0, 2 * Math.PI);
    context.lineWidth = 2;
    context.strokeStyle = palette.selection;
    context.stroke();
  }
  context.rotate(((record.heading ?? 0) * Math.PI) / 180);
  context.lineWidth = 5;
  context.strokeStyle = palette.outline;
  context.stroke(path);
  context.lineWidth = 2.4;
  context.strokeStyle = palette.traffic;
  context.stroke(path);
  context.restore();
}

function drawLabels({ context, widthPx, heightPx }: View, drawn: readonly Placed[], scene: TrafficScene): void {
  const { palette, nowMs, labelOf } = scene;
  const occupancy = new Occupancy(widthPx, heightPx);
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = palette.textHalo;
  context.fillStyle = palette.traffic;
  for (const { mark, x, y } of drawn) {
    const lines = labelOf(mark).filter((line) => line !== "");
    const wide = Math.max(0, ...lines.map((line) => context.measureText(line).width));
    const top = y - (lines.length * LINE_PX) / 2;
    if (!occupancy.claim(x + 12, top, wide, lines.length * LINE_PX)) continue;
    context.globalAlpha = trafficOpacity(nowMs - mark.timeMs);
    for (const [index, line] of lines.entries()) {
      const at = top + (index + 0.5) * LINE_PX;
      context.strokeText(line, x + 14, at);
      context.fillText(line, x + 14, at);
    }
  }
}
