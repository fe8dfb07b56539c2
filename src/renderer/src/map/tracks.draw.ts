import { ageStateOf } from "../tracks/age.ts";
import { isEmergency, shapeOf, shortIdentifier } from "../tracks/identity.ts";
import type { Track, TrackBook } from "../tracks/track-book.ts";
import { Occupancy } from "./occupancy.ts";
import type { TrackPalette } from "./palettes.ts";
import { operatorOutline, outlineOf, sensorOutline } from "./track.shapes.ts";
import { drawTrail } from "./trail.draw.ts";
import type { View } from "./view.layer.ts";

export interface TracksPicture {
  readonly book: TrackBook;
  readonly nowMs: number;
  readonly palette: TrackPalette;
  readonly selectedId: string | undefined;
  readonly hoveredId: string | undefined;
  /** The second line of a label, for example a height in the person's units. */
  readonly detailOf: (track: Track) => string;
  readonly isRecorded: boolean;
}

/** What was drawn where, for the pointer. */
export interface DrawnTrack {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
/** More aircraft than this in one view get shorter trails; the selected one keeps its own. */
const CROWD = 250;
const CROWD_TRAIL_MS = 30_000;
const MARGIN_PX = 40;

/** Draws all aircraft, their trails, operators and the sensors; returns what can be pointed at. */
export function drawTracks(view: View, picture: TracksPicture): readonly DrawnTrack[] {
  const { book, selectedId, hoveredId } = picture;
  const occupancy = new Occupancy();
  for (const { position } of book.sensors.values())
    drawMark(view, view.xOf(position), view.yOf(position), "sensor", picture);
  const inView: (DrawnTrack & { readonly track: Track })[] = [];
  for (const track of book.tracks.values()) {
    if (!track.position) continue;
    const x = view.xOf(track.position);
    const y = view.yOf(track.position);
    if (x < -MARGIN_PX || y < -MARGIN_PX || x > view.widthPx + MARGIN_PX || y > view.heightPx + MARGIN_PX) {
      if (track.id !== selectedId && !hasTrailInView(view, track)) continue;
    }
    inView.push({ id: track.id, x, y, track });
  }
  const isCrowded = inView.length > CROWD;
  for (const { track } of inView) {
    const whole = picture.isRecorded || track.id === selectedId;
    drawTrail(view, track, {
      color: colorOf(track, picture),
      isSelected: track.id === selectedId,
      lengthMs: whole ? Infinity : isCrowded ? CROWD_TRAIL_MS : 5 * 60_000,
      isFading: !picture.isRecorded,
    });
  }
  const rank = (id: string): number => (id === selectedId ? 2 : id === hoveredId ? 1 : 0);
  const ordered = inView.toSorted((a, b) => rank(a.id) - rank(b.id) || a.track.heardAtMs - b.track.heardAtMs);
  for (const { track, x, y, id } of ordered) {
    if (!isCrowded || rank(id) > 0) drawOperator(view, track, x, y, picture);
  }
  for (const { track, x, y } of ordered) drawAircraft(view, track, x, y, picture);
  for (const { track, x, y } of ordered.toReversed()) drawLabel(view, track, x, y, picture, occupancy);
  return ordered;
}

function hasTrailInView(view: View, { trail }: Track): boolean {
  const last = trail.xs.length - 1;
  const x = trail.xs[0];
  const y = trail.ys[0];
  if (last < 1 || x === undefined || y === undefined) return false;
  const px = view.xOf({ x, y });
  const py = view.yOf({ x, y });
  return px > 0 && py > 0 && px < view.widthPx && py < view.heightPx;
}

function colorOf(track: Track, { palette, nowMs }: TracksPicture): string {
  if (isEmergency(track)) return palette.emergency;
  const age = ageStateOf(nowMs - track.heardAtMs);
  return age === "active" ? palette.active : age === "ageing" ? palette.ageing : palette.stale;
}

function drawAircraft(view: View, track: Track, x: number, y: number, picture: TracksPicture): void {
  const { context } = view;
  const { palette } = picture;
  const heading = track.ua?.velocity.heading ?? null;
  const outline = outlineOf(shapeOf(track.operation), heading !== null);
  const age = ageStateOf(picture.nowMs - track.heardAtMs);
  const isSelected = track.id === picture.selectedId;
  context.save();
  context.translate(x, y);
  if (isSelected || track.id === picture.hoveredId) drawRing(context, palette, isSelected);
  if (heading !== null) context.rotate((heading * Math.PI) / 180);
  context.lineJoin = "round";
  context.strokeStyle = palette.outline;
  context.lineWidth = 4;
  context.stroke(outline);
  const color = colorOf(track, picture);
  if (age === "stale" || age === "gone") {
    // Hollow: shape says it too, not only colour.
    context.fillStyle = palette.outline;
    context.fill(outline);
    context.strokeStyle = color;
    context.lineWidth = 1.8;
    context.stroke(outline);
  } else {
    context.fillStyle = color;
    context.fill(outline);
  }
  context.restore();
}

function drawRing(context: CanvasRenderingContext2D, palette: TrackPalette, isSelected: boolean): void {
  context.beginPath();
  context.arc(0, 0, 20, 0, 2 * Math.PI);
  context.strokeStyle = palette.textHalo;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = palette.selection;
  context.lineWidth = isSelected ? 2.4 : 1.2;
  context.stroke();
}

function drawOperator(view: View, track: Track, x: number, y: number, picture: TracksPicture): void {
  if (!track.operatorPosition) return;
  const { context } = view;
  const { palette } = picture;
  const ox = view.xOf(track.operatorPosition);
  const oy = view.yOf(track.operatorPosition);
  const isSelected = track.id === picture.selectedId;
  context.save();
  context.beginPath();
  context.moveTo(ox, oy);
  context.lineTo(x, y);
  context.strokeStyle = palette.operator;
  context.globalAlpha = isSelected ? 0.9 : 0.4;
  context.lineWidth = isSelected ? 1.6 : 1;
  context.setLineDash([5, 4]);
  context.stroke();
  context.restore();
  drawMark(view, ox, oy, "operator", picture);
}

function drawMark(view: View, x: number, y: number, kind: "operator" | "sensor", { palette }: TracksPicture): void {
  const { context } = view;
  const outline = kind === "operator" ? operatorOutline : sensorOutline;
  context.save();
  context.translate(x, y);
  context.lineJoin = "round";
  context.strokeStyle = palette.outline;
  context.lineWidth = 4;
  context.stroke(outline);
  context.fillStyle = palette[kind];
  context.fill(outline);
  context.restore();
}

function drawLabel(view: View, track: Track, x: number, y: number, picture: TracksPicture, occupancy: Occupancy): void {
  const { context } = view;
  const { palette } = picture;
  const name = shortIdentifier(track.operation) ?? "?";
  const detail = picture.detailOf(track);
  context.font = `600 12.5px ${FONT}`;
  const widthPx = Math.max(name.length, detail.length) * 7.2;
  const isForced = track.id === picture.selectedId || track.id === picture.hoveredId;
  if (!occupancy.claim(x + 15, y - 14, widthPx, 28) && !isForced) return;
  context.save();
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = palette.textHalo;
  context.fillStyle = palette.text;
  context.strokeText(name, x + 17, y - 2);
  context.fillText(name, x + 17, y - 2);
  context.font = `12px ${FONT}`;
  context.strokeText(detail, x + 17, y + 12);
  context.fillText(detail, x + 17, y + 12);
  context.restore();
}
