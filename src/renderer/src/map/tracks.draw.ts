import { ageStateOf } from "../tracks/age.ts";
import { isEmergency, shapeOf, shortIdentifier } from "../tracks/identity.ts";
import type { Track, TrackCollection } from "../tracks/track-collection.ts";
import { Occupancy } from "./occupancy.ts";
import type { TrackPalette } from "./palettes.ts";
import { operatorOutline, sensorOutline, warningOutline } from "./track.shapes.ts";
import { MARK_PX, markOf, SPRITE_PX, spriteOf } from "./track.sprites.ts";
import { drawTrail, drawManyTrails } from "./trail.draw.ts";
import type { View } from "./view.layer.ts";

export interface TracksScene {
  readonly collection: TrackCollection;
  readonly nowMs: number;
  readonly palette: TrackPalette;
  readonly selectedId: string | undefined;
  readonly hoveredId: string | undefined;
  /** Filtered out; what is selected is drawn in any case. */
  readonly hidden: ReadonlySet<string>;
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
const CROWD_SIZE = 200;
const CROWD_SPRITE_PX = 25;
const MAX_LABELS = 140;
const CROWD_TRAIL_MS = 30_000;
const MARGIN_PX = 40;

/** Draws all aircraft, their trails, operators and the sensors; returns what can be pointed at. */
export function drawTracks(view: View, picture: TracksScene): readonly DrawnTrack[] {
  const { collection, selectedId, hoveredId } = picture;
  const occupancy = new Occupancy();
  for (const { position } of collection.sensors.values())
    drawMark(view, view.xOf(position), view.yOf(position), sensorOutline, picture.palette.sensor, picture.palette);
  const inView: (DrawnTrack & { readonly track: Track })[] = [];
  for (const track of collection.tracks.values()) {
    if (!track.position || (picture.hidden.has(track.id) && track.id !== selectedId)) continue;
    const x = view.xOf(track.position);
    const y = view.yOf(track.position);
    if (x < -MARGIN_PX || y < -MARGIN_PX || x > view.widthPx + MARGIN_PX || y > view.heightPx + MARGIN_PX) {
      if (track.id !== selectedId && !hasTrailInView(view, track)) continue;
    }
    inView.push({ id: track.id, x, y, track });
  }
  const isCrowded = inView.length > CROWD_SIZE;
  const isChosen = ({ id }: DrawnTrack): boolean => id === selectedId || id === hoveredId;
  const ordered = [...inView.filter((one) => !isChosen(one)), ...inView.filter(isChosen)];
  if (isCrowded) drawManyTrails(view, groupByColor(inView, picture), CROWD_TRAIL_MS);
  for (const { track, id } of isCrowded ? ordered.filter(isChosen) : ordered) {
    drawTrail(view, track, {
      color: colorOf(track, picture),
      isSelected: id === selectedId,
      isFading: !picture.isRecorded,
    });
  }
  for (const one of ordered) if (!isCrowded || isChosen(one)) drawOperator(view, one.track, one.x, one.y, picture);
  const sizePx = isCrowded ? CROWD_SPRITE_PX : SPRITE_PX;
  for (const { track, x, y } of ordered) drawAircraft(view, track, x, y, picture, sizePx);
  let labels = 0;
  // From the chosen ones on, and then always in the same order: labels that take turns cannot be read.
  for (const one of [...ordered.filter(isChosen).toReversed(), ...ordered]) {
    if (labels >= MAX_LABELS) break;
    if (drawLabel(view, one.track, one.x, one.y, picture, occupancy)) labels += 1;
  }
  return ordered;
}

function groupByColor(drawn: readonly { readonly track: Track }[], picture: TracksScene): Map<string, Track[]> {
  const groups = new Map<string, Track[]>();
  for (const { track } of drawn) {
    const color = colorOf(track, picture);
    const group = groups.get(color);
    if (group) group.push(track);
    else groups.set(color, [track]);
  }
  return groups;
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

function colorOf(track: Track, { palette, nowMs }: TracksScene): string {
  if (isEmergency(track)) return palette.emergency;
  const age = ageStateOf(nowMs - track.receivedAtMs);
  return age === "active" ? palette.active : age === "ageing" ? palette.ageing : palette.stale;
}

function drawAircraft(view: View, track: Track, x: number, y: number, picture: TracksScene, sizePx: number): void {
  const { context } = view;
  const { palette } = picture;
  const isSelected = track.id === picture.selectedId;
  if (isSelected || track.id === picture.hoveredId) drawRing(context, x, y, palette, isSelected);
  const age = ageStateOf(picture.nowMs - track.receivedAtMs);
  const sprite = spriteOf(
    {
      shape: shapeOf(track.operation),
      headingDeg: track.isApproximate ? null : (track.ua?.velocity.heading ?? null),
      color: colorOf(track, picture),
      outline: palette.outline,
      // Hollow is what does not fly here and now, as far as anybody knows: a recording never does.
      isHollow: track.isReplayed || age === "stale" || age === "gone",
    },
    view.pixelRatio,
  );
  context.drawImage(sprite, x - sizePx / 2, y - sizePx / 2, sizePx, sizePx);
  if (track.operation && track.operation.warnings.length > 0) {
    drawMark(view, x - sizePx / 3, y - sizePx / 3, warningOutline, palette.warning, palette);
  }
}

function drawRing(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  palette: TrackPalette,
  isSelected: boolean,
): void {
  context.beginPath();
  context.arc(x, y, 20, 0, 2 * Math.PI);
  context.strokeStyle = palette.textHalo;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = palette.selection;
  context.lineWidth = isSelected ? 2.4 : 1.2;
  context.stroke();
}

function drawOperator(view: View, track: Track, x: number, y: number, picture: TracksScene): void {
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
  drawMark(view, ox, oy, operatorOutline, palette.operator, palette);
}

function drawMark(view: View, x: number, y: number, outline: Path2D, color: string, palette: TrackPalette): void {
  const mark = markOf(outline, { color, outline: palette.outline }, view.pixelRatio);
  view.context.drawImage(mark, x - MARK_PX / 2, y - MARK_PX / 2, MARK_PX, MARK_PX);
}

/** Writes the name and a detail beside the aircraft where there is room; says whether there was. */
function drawLabel(
  view: View,
  track: Track,
  x: number,
  y: number,
  picture: TracksScene,
  occupancy: Occupancy,
): boolean {
  const { context } = view;
  const { palette } = picture;
  const name = shortIdentifier(track.operation) ?? "?";
  const detail = picture.detailOf(track);
  const widthPx = Math.max(name.length, detail.length) * 7.2;
  if (!occupancy.claim(x + 15, y - 14, widthPx, 28)) return false;
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = palette.textHalo;
  context.fillStyle = palette.text;
  context.font = `600 12.5px ${FONT}`;
  context.strokeText(name, x + 17, y - 2);
  context.fillText(name, x + 17, y - 2);
  context.font = `12px ${FONT}`;
  context.strokeText(detail, x + 17, y + 12);
  context.fillText(detail, x + 17, y + 12);
  return true;
}
