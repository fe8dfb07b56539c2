import { isEmergency, aircraftShapeOf } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { TrackReader } from "../tracks/track-source.ts";
import { drawClusters } from "./cluster.draw.ts";
import { CROWD_SPRITE_PX, drawCrowd } from "./crowd.draw.ts";
import { Occupancy } from "./occupancy.ts";
import { plannedLabelBoxes } from "./planned.draw.ts";
import type { TrackPalette } from "./palettes.ts";
import { type Cluster, clusterTracks } from "./track-clusters.ts";
import { uncoveredOf } from "./covered-edge.ts";
import { avoidEdges } from "./label-place.ts";
import { drawLabel, placeLabels } from "./track-labels.ts";
import { operatorOutline, sensorOutline, takeOffOutline, warningOutline } from "./track.shapes.ts";
import { MARK_PX, markSprite, SPRITE_PX, aircraftSprite } from "./track.sprites.ts";
import {
  trackColor,
  type DrawnTrack,
  knownHeadingDeg,
  isHollow,
  MAX_DETAILED,
  type PlacedTrack,
  RING_RADIUS_PX,
  type TracksScene,
} from "./tracks.scene.ts";
import { drawTrail } from "./trail.draw.ts";
import type { View } from "./view.layer.ts";
import { drawZoneSquare } from "./zone-mark.draw.ts";

/** The values that all aircraft of one frame share. */
interface Frame {
  readonly view: View;
  readonly scene: TracksScene;
  readonly spritePx: number;
  readonly marks: Readonly<Record<"sensor" | "operator" | "takeOff" | "warning", HTMLCanvasElement>>;
}

/** The part of a symbol that labels must not cover: its middle, so that there is room beside it in the label grid. */
const MIDDLE_PX = 2;
const MARGIN_PX = 40;
/** Large enough for a gloved finger. */
const HIT_RADIUS_PX = 26;
const OPERATOR_DASH = [5, 4];

/** The drawn aircraft, for the pointer. */
export interface DrawnTracks {
  readonly tracks: readonly DrawnTrack[];
  readonly clusters: readonly Cluster[];
}

export const NOTHING_DRAWN: DrawnTracks = { tracks: [], clusters: [] };

/** Whether nothing was drawn, and there is nothing to draw. */
export function isEmptyPicture({ tracks, clusters }: DrawnTracks, collection: TrackReader | undefined): boolean {
  if (tracks.length + clusters.length > 0) return false;
  return collection === undefined || collection.tracks.size + collection.sensors.size === 0;
}

/** Draws all aircraft, their trails, operators and the sensors; in a wide view those in one place as their number. */
export function drawTracks(view: View, scene: TracksScene): DrawnTracks {
  const { selectedId, hoveredId, inZone } = scene;
  const { singles: inView, clusters } = clusterTracks(
    placeTracks(view, scene),
    view,
    // Aircraft that are selected or need attention are never hidden in a cluster.
    ({ id, track }) => id === selectedId || inZone.has(id) || isEmergency(track),
  );
  const isCrowded = inView.length > MAX_DETAILED;
  const frame: Frame = {
    view,
    scene,
    spritePx: isCrowded ? CROWD_SPRITE_PX : SPRITE_PX,
    marks: marksOf(view, scene.palette),
  };
  const isHighlighted = ({ id }: DrawnTrack): boolean => id === selectedId || id === hoveredId;
  const highlighted = inView.filter(isHighlighted);
  const others = inView.filter((one) => !isHighlighted(one));
  const ordered = [...others, ...highlighted];
  const occupancy = new Occupancy(view.widthPx, view.heightPx);
  for (const { x, y } of clusters) occupancy.claim(x - 14, y - 14, 28, 28);
  for (const { leftPx, topPx, widthPx, heightPx } of plannedLabelBoxes(view, scene.planned)) {
    occupancy.claim(leftPx, topPx, widthPx, heightPx);
  }
  for (const { place, leftPx, topPx, widthPx, heightPx } of scene.names) {
    const box = { leftPx: view.xOf(place) + leftPx, topPx: view.yOf(place) + topPx, widthPx, heightPx };
    occupancy.avoid(box);
  }
  avoidEdges(occupancy, { ...uncoveredOf(view.widthPx, scene.covered), heightPx: view.heightPx });
  // The highlighted aircraft first, whatever they cover; then always the same order.
  claimMiddles(occupancy, highlighted);
  const important = placeLabels(view, occupancy, highlighted.toReversed(), scene);
  claimMiddles(occupancy, others);
  const labels = [...important, ...placeLabels(view, occupancy, others, scene)];
  const isOfCrowd = ({ id }: { readonly id: string }) => isCrowded && id !== selectedId && id !== hoveredId;
  if (isCrowded) {
    drawClusters(view, clusters, scene.palette);
    drawCrowd(view, scene, others, labels.filter(isOfCrowd));
  } else {
    drawSensors(frame);
  }
  const detailed = isCrowded ? highlighted : ordered;
  for (const { track, id } of detailed) {
    drawTrail(view, track, {
      color: trackColor(track, scene),
      isSelected: id === selectedId,
      isFading: !scene.isRecorded,
    });
  }
  for (const placed of detailed) drawOperator(frame, placed);
  if (!isCrowded) drawClusters(view, clusters, scene.palette);
  for (const placed of detailed) drawAircraft(frame, placed);
  for (const label of labels) if (!isOfCrowd(label)) drawLabel(view, scene, label);
  return { tracks: ordered, clusters };
}

function claimMiddles(occupancy: Occupancy, tracks: readonly DrawnTrack[]): void {
  for (const { x, y } of tracks) occupancy.claim(x - MIDDLE_PX / 2, y - MIDDLE_PX / 2, MIDDLE_PX, MIDDLE_PX);
}

function drawSensors(frame: Frame): void {
  const { view, scene, marks } = frame;
  for (const { position } of scene.collection.sensors.values()) {
    drawMark(frame, marks.sensor, view.xOf(position), view.yOf(position));
  }
}

/** The id of the track nearest to a point of the canvas, within the size of a finger. */
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
    sensor: markSprite(sensorOutline, { color: palette.sensor, outline }, pixelRatio),
    operator: markSprite(operatorOutline, { color: palette.operator, outline }, pixelRatio),
    takeOff: markSprite(takeOffOutline, { color: palette.operator, outline }, pixelRatio),
    warning: markSprite(warningOutline, { color: palette.warning, outline }, pixelRatio),
  };
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

function drawAircraft(frame: Frame, placed: PlacedTrack): void {
  const { view, scene, spritePx, marks } = frame;
  const { track, x, y } = placed;
  if (track.id === scene.selectedId || track.id === scene.hoveredId) drawRing(frame, placed);
  if (scene.inZone.has(track.id)) drawZoneSquare(view.context, placed, spritePx, scene.palette);
  const sprite = aircraftSprite(
    {
      shape: aircraftShapeOf(track.operation),
      headingDeg: knownHeadingDeg(track),
      color: trackColor(track, scene),
      outline: scene.palette.outline,
      isHollow: isHollow(track, scene),
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
  context.arc(x, y, RING_RADIUS_PX, 0, 2 * Math.PI);
  context.strokeStyle = scene.palette.textHalo;
  context.lineWidth = 5;
  context.stroke();
  context.strokeStyle = scene.palette.selection;
  context.lineWidth = id === scene.selectedId ? 2.4 : 1.2;
  context.stroke();
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
  // The take-off point, if sent instead of the operator's position, does not say where that person is now.
  const mark = track.operator?.source_type === "take_off" ? marks.takeOff : marks.operator;
  drawMark(frame, mark, operatorX, operatorY);
}

function drawMark({ view: { context } }: Frame, mark: HTMLCanvasElement, x: number, y: number): void {
  context.drawImage(mark, x - MARK_PX / 2, y - MARK_PX / 2, MARK_PX, MARK_PX);
}
