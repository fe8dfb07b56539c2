import { shortIdentifier } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import { hasRoom, placeLabel } from "./label-place.ts";
import type { Occupancy } from "./occupancy.ts";
import { type PixelLayer } from "./pixel-layer.ts";
import { textPixels, textOffset } from "./pixel.sprites.ts";
import { type PlacedTrack, RING_RADIUS_PX, type TracksScene } from "./tracks.scene.ts";
import type { View } from "./view.layer.ts";
import { MAP_FONT, textWidthPx } from "./map-text.ts";

const NAME_FONT = "600 12.5px";
const DETAIL_FONT = "12px";
const MAX_LABELS = 140;
const LABEL_HEIGHT_PX = 28;
/** Between two labels in one line. */
const GAP_PX = 4;
/** Narrower than any name. */
const SMALLEST = { widthPx: 7, heightPx: LABEL_HEIGHT_PX };
/** Beyond the line of the ring and the halo of the text. */
const FROM_RING_PX = 4;
/** From the corner of a label to the base lines of its texts. */
const LEFT_PX = 2;
const NAME_BASE_PX = 12;
const DETAIL_BASE_PX = 26;

/** The text next to an aircraft, and its position. */
export interface Label {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly leftPx: number;
  readonly topPx: number;
}

/** On which side of its aircraft each label was drawn last. */
const labelSides = new WeakMap<Track, number>();

/** The labels that have room, those of the first tracks before the others: labels that alternate cannot be read. */
export function placeLabels(
  { context }: View,
  occupancy: Occupancy,
  tracks: readonly PlacedTrack[],
  scene: TracksScene,
): readonly Label[] {
  const labels: Label[] = [];
  for (const placed of tracks) {
    if (labels.length >= MAX_LABELS) break;
    const { id, track } = placed;
    const isRinged = id === scene.selectedId || id === scene.hoveredId;
    const symbol = isRinged ? { ...placed, distancePx: RING_RADIUS_PX + FROM_RING_PX } : placed;
    // The text is computed only if there is room.
    if (!hasRoom(occupancy, symbol, SMALLEST)) continue;
    const name = shortIdentifier(track.operation) ?? "?";
    const detail = scene.detailOf(track);
    const textPx = Math.max(textWidthPx(context, name, NAME_FONT), textWidthPx(context, detail, DETAIL_FONT));
    const size = { widthPx: textPx + GAP_PX, heightPx: LABEL_HEIGHT_PX };
    const place = placeLabel(occupancy, symbol, size, labelSides.get(track));
    if (!place) continue;
    labelSides.set(track, place.side);
    labels.push({ id, name, detail, leftPx: place.leftPx, topPx: place.topPx });
  }
  return labels;
}

/** Writes the name and a detail next to the aircraft. */
export function drawLabel({ context }: View, { palette }: TracksScene, { name, detail, leftPx, topPx }: Label): void {
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = palette.textHalo;
  context.fillStyle = palette.text;
  context.font = `${NAME_FONT} ${MAP_FONT}`;
  context.strokeText(name, leftPx + LEFT_PX, topPx + NAME_BASE_PX);
  context.fillText(name, leftPx + LEFT_PX, topPx + NAME_BASE_PX);
  context.font = `${DETAIL_FONT} ${MAP_FONT}`;
  context.strokeText(detail, leftPx + LEFT_PX, topPx + DETAIL_BASE_PX);
  context.fillText(detail, leftPx + LEFT_PX, topPx + DETAIL_BASE_PX);
}

/** The same for many aircraft: each text is rendered once and then copied. */
export function stampLabel(
  layer: PixelLayer,
  { pixelRatio }: View,
  { palette }: TracksScene,
  { name, detail, leftPx, topPx }: Label,
): void {
  const colours = { color: palette.text, halo: palette.textHalo };
  const stamp = (text: string, font: string, basePx: number) =>
    layer.stamp(
      textPixels(text, { ...colours, font }, pixelRatio),
      Math.round((leftPx + LEFT_PX - textOffset.x) * pixelRatio),
      Math.round((topPx + basePx - textOffset.y) * pixelRatio),
    );
  stamp(name, NAME_FONT, NAME_BASE_PX);
  if (detail !== "") stamp(detail, DETAIL_FONT, DETAIL_BASE_PX);
}
