import { ageStateOf } from "../tracks/age.ts";
import { isEmergency, shapeOf, shortIdentifier } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { TrackReader } from "../tracks/track-source.ts";
import { placeLabel } from "./label-place.ts";
import { Occupancy } from "./occupancy.ts";
import type { MapMode, TrackPalette } from "./palettes.ts";
import { drawClusters } from "./cluster.draw.ts";
import { type Cluster, clusterTracks } from "./track-clusters.ts";
import { BAND_COLOURS, bandOf, type ColourKey } from "./track-colours.ts";
import { operatorOutline, sensorOutline, warningOutline } from "./track.shapes.ts";
import { MARK_PX, markOf, SPRITE_PX, spriteOf } from "./track.sprites.ts";
import { drawTrail, drawManyTrails } from "./trail.draw.ts";
import type { View } from "./view.layer.ts";

export interface TracksScene {
  readonly collection: TrackReader;
  readonly nowMs: number;
  readonly palette: TrackPalette;
  readonly mode: MapMode;
  readonly colourBy: ColourKey;
  readonly selectedId: string | undefined;
  readonly hoveredId: string | undefined;
  /** Ids that do not pass the filter; the selected one is drawn in any case. */
  readonly hidden: ReadonlySet<string>;
  /** Ids of the aircraft inside of prohibited and restricted zones. */
  readonly inZone: ReadonlySet<string>;
  /** The second line of a label, for example a height in the person's units. */
  readonly detailOf: (track: Track) => string;
  readonly isRecorded: boolean;
}

/** Where a track was drawn, in pixels of the canvas. */
export interface DrawnTrack {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** A track with its pixels on the canvas: made once per frame, so that drawing allocates nothing per aircraft. */
interface PlacedTrack extends DrawnTrack {
  readonly track: Track;
}

/** What is the same for every aircraft of one frame. */
interface Frame {
  readonly view: View;
  readonly scene: TracksScene;
  readonly spritePx: number;
  readonly occupancy: Occupancy;
  readonly marks: Readonly<Record<"sensor" | "operator" | "warning", HTMLCanvasElement>>;
}

const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
/** More aircraft than this in one view get shorter trails; the selected one keeps its own. */
const CROWD_SIZE = 200;
const CROWD_SPRITE_PX = 25;
const MAX_LABELS = 140;
const LABEL_HEIGHT_PX = 28;
/** What a label must not cover of a symbol: its middle, so that there is room beside it on the grid of labels. */
const MIDDLE_PX = 2;
const CROWD_TRAIL_MS = 30_000;
const MARGIN_PX = 40;
/** Large enough for a gloved finger. */
const HIT_RADIUS_PX = 26;
const OPERATOR_DASH = [5, 4];

/** What can be pointed at. */
export interface DrawnTracks {
  readonly tracks: readonly DrawnTrack[];
  readonly clusters: readonly Cluster[];
}

export const NOTHING_DRAWN: DrawnTracks = { tracks: [], clusters: [] };

/** Draws all aircraft, their trails, operators and the sensors; in a wide view those in one place as their number. */
export function drawTracks(view: View, scene: TracksScene): DrawnTracks {
  const { collection, selectedId, hoveredId, inZone } = scene;
  const { singles: inView, clusters } = clusterTracks(
    placeTracks(view, scene),
    view,
    // What a person has chosen or must see is never hidden in a number.
    ({ id, track }) => id === selectedId || inZone.has(id) || isEmergency(track),
  );
  const isCrowded = inView.length > CROWD_SIZE;
  const frame: Frame = {
    view,
    scene,
    spritePx: isCrowded ? CROWD_SPRITE_PX : SPRITE_PX,
    occupancy: new Occupancy(),
    marks: marksOf(view, scene.palette),
  };
  for (const { position } of collection.sensors.values()) {
    drawMark(frame, frame.marks.sensor, view.xOf(position), view.yOf(position));
  }
  const isHighlighted = ({ id }: DrawnTrack): boolean => id === selectedId || id === hoveredId;
  const highlighted = inView.filter(isHighlighted);
  const others = inView.filter((one) => !isHighlighted(one));
  const ordered = [...others, ...highlighted];
  if (isCrowded) drawManyTrails(view, groupByColor(inView, scene), CROWD_TRAIL_MS);
  const detailed = isCrowded ? highlighted : ordered;
  for (const { track, id } of detailed) {
    drawTrail(view, track, {
      color: colorOf(track, scene),
      isSelected: id === selectedId,
      isFading: !scene.isRecorded,
    });
  }
  for (const placed of detailed) drawOperator(frame, placed);
  drawClusters(view, clusters, scene.palette);
  for (const placed of ordered) drawAircraft(frame, placed);
  // In a crowd there are more symbols than room; otherwise no label covers one.
  for (const { x, y } of clusters) frame.occupancy.claim(x - 14, y - 14, 28, 28);
  if (!isCrowded) {
    for (const { x, y } of ordered) frame.occupancy.claim(x - MIDDLE_PX / 2, y - MIDDLE_PX / 2, MIDDLE_PX, MIDDLE_PX);
  }
  let labels = 0;
  // The highlighted aircraft first, then always the same order: labels that alternate cannot be read.
  for (const placed of [...highlighted.toReversed(), ...others]) {
    if (labels >= MAX_LABELS) break;
    if (drawLabel(frame, placed)) labels += 1;
  }
  return { tracks: ordered, clusters };
}

/** The id of the track nearest to a point of the canvas, within reach of a finger. */
export function trackAt(
  drawn: readonly DrawnTrack[],
  { x, y }: { readonly x: number; readonly y: number },
): string | undefined {
  let nearest: { id: string; distance: number } | undefined;
  for (const one of drawn) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (distance <= HIT_RADIUS_PX && (!nearest || distance < nearest.distance)) nearest = { id: one.id, distance };
  }
  return nearest?.id;
}

/** The tracks that are in view, or whose trail is; the selected one in any case. */
function placeTracks(view: View, { collection, hidden, selectedId }: TracksScene): readonly PlacedTrack[] {
  const placed: PlacedTrack[] = [];
  for (const track of collection.tracks.values()) {
    if (!track.position || (hidden.has(track.id) && track.id !== selectedId)) continue;
    const x = view.xOf(track.position);
    const y = view.yOf(track.position);
    if (x < -MARGIN_PX || y < -MARGIN_PX || x > view.widthPx + MARGIN_PX || y > view.heightPx + MARGIN_PX) {
      if (track.id !== selectedId && !hasTrailInView(view, track)) continue;
    }
    placed.push({ id: track.id, x, y, track });
  }
  return placed;
}

function marksOf({ pixelRatio }: View, palette: TrackPalette): Frame["marks"] {
  const { outline } = palette;
  return {
    sensor: markOf(sensorOutline, { color: palette.sensor, outline }, pixelRatio),
    operator: markOf(operatorOutline, { color: palette.operator, outline }, pixelRatio),
    warning: markOf(warningOutline, { color: palette.warning, outline }, pixelRatio),
  };
}

function groupByColor(placed: readonly PlacedTrack[], scene: TracksScene): Map<string, Track[]> {
  const groups = new Map<string, Track[]>();
  for (const { track } of placed) {
    const color = colorOf(track, scene);
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

function colorOf(track: Track, { palette, nowMs, colourBy, mode }: TracksScene): string {
  if (isEmergency(track)) return palette.emergency;
  if (colourBy !== "age") return BAND_COLOURS[mode][bandOf(track, colourBy) ?? -1] ?? palette.stale;
  const age = ageStateOf(nowMs - track.receivedAtMs);
  return age === "active" ? palette.active : age === "ageing" ? palette.ageing : palette.stale;
}

function drawAircraft(frame: Frame, placed: PlacedTrack): void {
  const { view, scene, spritePx, marks } = frame;
  const { track, x, y } = placed;
  if (track.id === scene.selectedId || track.id === scene.hoveredId) drawRing(frame, placed);
  if (scene.inZone.has(track.id)) drawZoneMark(frame, placed);
  const age = ageStateOf(scene.nowMs - track.receivedAtMs);
  const sprite = spriteOf(
    {
      shape: shapeOf(track.operation),
      headingDeg: track.isApproximate ? null : (track.ua?.velocity.heading ?? null),
      color: colorOf(track, scene),
      outline: scene.palette.outline,
      // Hollow: nobody knows that it flies here and now. A replayed recording never does.
      isHollow: track.isReplayed || age === "stale" || age === "gone",
    },
    view.pixelRatio,
  );
  view.context.drawImage(sprite, x - spritePx / 2, y - spritePx / 2, spritePx, spritePx);
  if (track.operation && track.operation.warnings.length > 0) {
    drawMark(frame, marks.warning, x - spritePx / 3, y - spritePx / 3);
  }
}

function drawRing({ view: { context }, scene }: Frame, { id, x, y }: PlacedTrack): void {
  context.beginPath();
  context.arc(x, y, 20, 0, 2 * Math.PI);
  context.strokeStyle = scene.palette.textHalo;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = scene.palette.selection;
  context.lineWidth = id === scene.selectedId ? 2.4 : 1.2;
  context.stroke();
}

/** A square, so that it is told from the ring of a choice without colour. */
function drawZoneMark({ view: { context }, scene, spritePx }: Frame, { x, y }: PlacedTrack): void {
  const half = spritePx / 2 - 2;
  context.strokeStyle = scene.palette.textHalo;
  context.lineWidth = 5;
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  context.strokeStyle = scene.palette.emergency;
  context.lineWidth = 2.6;
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

function drawOperator(frame: Frame, { track, x, y }: PlacedTrack): void {
  if (!track.operatorPosition) return;
  const { view, scene, marks } = frame;
  const { context } = view;
  const operatorX = view.xOf(track.operatorPosition);
  const operatorY = view.yOf(track.operatorPosition);
  const isSelected = track.id === scene.selectedId;
  context.save();
  context.beginPath();
  context.moveTo(operatorX, operatorY);
  context.lineTo(x, y);
  context.strokeStyle = scene.palette.operator;
  context.globalAlpha = isSelected ? 0.9 : 0.4;
  context.lineWidth = isSelected ? 1.6 : 1;
  context.setLineDash(OPERATOR_DASH);
  context.stroke();
  context.restore();
  drawMark(frame, marks.operator, operatorX, operatorY);
}

function drawMark({ view: { context } }: Frame, mark: HTMLCanvasElement, x: number, y: number): void {
  context.drawImage(mark, x - MARK_PX / 2, y - MARK_PX / 2, MARK_PX, MARK_PX);
}

/** On which side of its aircraft each label was drawn last. */
const labelSides = new WeakMap<Track, number>();

/** Writes the name and a detail next to the aircraft; false where there is no room. */
function drawLabel({ view: { context }, scene, occupancy }: Frame, { track, x, y }: PlacedTrack): boolean {
  const name = shortIdentifier(track.operation) ?? "?";
  const detail = scene.detailOf(track);
  const widthPx = Math.max(name.length, detail.length) * 7.2;
  const place = placeLabel(occupancy, { x, y }, { widthPx, heightPx: LABEL_HEIGHT_PX }, labelSides.get(track));
  if (!place) return false;
  labelSides.set(track, place.side);
  const { leftPx, topPx } = place;
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = scene.palette.textHalo;
  context.fillStyle = scene.palette.text;
  context.font = `600 12.5px ${FONT}`;
  context.strokeText(name, leftPx + 2, topPx + 12);
  context.fillText(name, leftPx + 2, topPx + 12);
  context.font = `12px ${FONT}`;
  context.strokeText(detail, leftPx + 2, topPx + 26);
  context.fillText(detail, leftPx + 2, topPx + 26);
  return true;
}
