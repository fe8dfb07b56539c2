import { shapeOf } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import { type LinePen, PixelLayer, type PixelSprite, rgbOf } from "./pixel-layer.ts";
import { pixelsOfLook, pixelsOfMark } from "./pixel.sprites.ts";
import { type Label, stampLabel } from "./track-labels.ts";
import { sensorOutline, warningOutline } from "./track.shapes.ts";
import { drawShape, headingStepOf, MARK_PX } from "./track.sprites.ts";
import { drawZoneSquare, ZONE_MARK_PX } from "./zone-mark.draw.ts";
import { colorOf, headingOf, isHollow, type PlacedTrack, type TracksScene } from "./tracks.scene.ts";
import type { View } from "./view.layer.ts";

/** The width of an aircraft of a crowd, CSS pixels. */
export const CROWD_SPRITE_PX = 25;
const TRAIL_MS = 30_000;
const TRAIL_OPACITY = 0.55;
const TRAIL_WIDTH_PX = 1.6;
/** Points closer together than this on the screen are drawn as one. */
const MIN_POINT_DISTANCE_PX = 3;

/** For so long trails are not drawn again while the map stands still. */
const KEEP_TRAILS_MS = 1_000;
/** In closer views an aircraft is seen to leave its trail behind within a second. */
const MAX_KEPT_ZOOM = 14;

const layer = new PixelLayer();

/** The image of an aircraft, and what it was made for: most look the same from one frame to the next. */
interface KnownLook {
  readonly operation: Track["operation"];
  readonly heading: number | null;
  readonly color: string;
  readonly outline: string;
  readonly isHollow: boolean;
  readonly pixelRatio: number;
  readonly sprite: PixelSprite;
}

const knownLooks = new WeakMap<Track, KnownLook>();

/**
 * Draws hundreds to thousands of aircraft with short trails and with labels: pixel by pixel, because that many images and
 * lines of a canvas take many frames. What the canvas has already stays below.
 */
export function drawCrowd(
  view: View,
  scene: TracksScene,
  tracks: readonly PlacedTrack[],
  labels: readonly Label[],
): void {
  drawTails(view, scene, tracks);
  const { outline, sensor, warning } = scene.palette;
  const mark = (key: string, shape: Path2D, color: string) =>
    pixelsOfMark(`${key} ${color} ${outline}`, MARK_PX, view.pixelRatio, (context) =>
      drawShape(context, shape, { color, outline }),
    );
  const sensorMark = mark("sensor", sensorOutline, sensor);
  for (const { position } of scene.collection.sensors.values()) {
    stamp(view, sensorMark, view.xOf(position), view.yOf(position));
  }
  const warningMark = mark("warning", warningOutline, warning);
  const cornerPx = CROWD_SPRITE_PX / 3;
  for (const { id, track, x, y } of tracks) {
    if (scene.inZone.has(id)) stamp(view, zoneMark(view, scene), x, y);
    stamp(view, lookOf(track, scene, view.pixelRatio), x, y);
    if (track.operation && track.operation.warnings.length > 0) stamp(view, warningMark, x - cornerPx, y - cornerPx);
  }
  for (const label of labels) stampLabel(layer, view, scene, label);
  layer.showOver(view.context);
}

/** What the trails that are kept were drawn for, and when. */
let cachedFor: readonly unknown[] = [];
/** On the clock of the scene, so that a replay that is moved to another moment never shows trails of the one before. */
let keptAtMs = -Infinity;

/**
 * Draws the trails, or takes those of a moment ago: what an aircraft flies in a second is hidden by its symbol, unless it
 * is near enough to be seen flying.
 */
function drawTails(view: View, scene: TracksScene, tracks: readonly PlacedTrack[]): void {
  const { width, height } = view.context.canvas;
  const sinceMs = scene.nowMs - keptAtMs;
  const origin = { x: 0.5, y: 0 };
  const madeFor = [
    scene.collection,
    scene.palette,
    scene.colourBy,
    scene.hidden,
    width,
    height,
    view.worldPx,
    view.xOf(origin),
    view.yOf(origin),
  ];
  const isKept = view.zoom <= MAX_KEPT_ZOOM && sinceMs >= 0 && sinceMs < KEEP_TRAILS_MS;
  if (isKept && madeFor.every((one, index) => one === cachedFor[index])) return layer.restore();
  cachedFor = madeFor;
  keptAtMs = scene.nowMs;
  layer.begin(width, height);
  const pens = new Map<string, LinePen>();
  for (const { track } of tracks) drawTail(view, track, penOf(pens, colorOf(track, scene), view));
  layer.keep();
}

function stamp({ pixelRatio }: View, sprite: PixelSprite, x: number, y: number): void {
  layer.stamp(
    sprite,
    Math.round(x * pixelRatio - sprite.widthPx / 2),
    Math.round(y * pixelRatio - sprite.heightPx / 2),
  );
}

function lookOf(track: Track, scene: TracksScene, pixelRatio: number): PixelSprite {
  const known = knownLooks.get(track);
  const heading = headingStepOf(headingOf(track));
  const color = colorOf(track, scene);
  const isFaint = isHollow(track, scene);
  const { outline } = scene.palette;
  if (
    known !== undefined &&
    known.heading === heading &&
    known.color === color &&
    known.isHollow === isFaint &&
    known.outline === outline &&
    known.pixelRatio === pixelRatio &&
    known.operation === track.operation
  ) {
    return known.sprite;
  }
  const look = { shape: shapeOf(track.operation), headingDeg: heading, color, outline, isHollow: isFaint };
  const sprite = pixelsOfLook(look, CROWD_SPRITE_PX, pixelRatio);
  knownLooks.set(track, { operation: track.operation, heading, color, outline, isHollow: isFaint, pixelRatio, sprite });
  return sprite;
}

function zoneMark({ pixelRatio }: View, { palette }: TracksScene): PixelSprite {
  const key = `zone ${palette.emergency} ${palette.textHalo}`;
  return pixelsOfMark(key, ZONE_MARK_PX, pixelRatio, (context) =>
    drawZoneSquare(context, { x: 0, y: 0 }, CROWD_SPRITE_PX, palette),
  );
}

function penOf(pens: Map<string, LinePen>, color: string, { pixelRatio }: View): LinePen {
  const known = pens.get(color);
  if (known) return known;
  const halfWidthPx = (TRAIL_WIDTH_PX * pixelRatio) / 2;
  const pen = { halfWidthPx, rgb: rgbOf(color), opacity: Math.round(TRAIL_OPACITY * 255) };
  pens.set(color, pen);
  return pen;
}

/** The last half minute of a trail, from the aircraft back. */
function drawTail(view: View, { trail }: Track, pen: LinePen): void {
  const { timesMs, xs, ys } = trail;
  const last = timesMs.length - 1;
  if (last < 1) return;
  const { pixelRatio } = view;
  const scale = view.worldPx * pixelRatio;
  const fromMs = (timesMs[last] ?? 0) - TRAIL_MS;
  const minPx = MIN_POINT_DISTANCE_PX * pixelRatio;
  const end = { x: xs[last] ?? 0, y: ys[last] ?? 0 };
  // The newest point decides which copy of the world the trail is drawn on.
  const endPx = { x: view.xOf(end) * pixelRatio, y: view.yOf(end) * pixelRatio };
  const from = { ...endPx };
  for (let index = last - 1; index >= 0 && (timesMs[index] ?? 0) >= fromMs; index -= 1) {
    const x = endPx.x + ((xs[index] ?? 0) - end.x) * scale;
    const y = endPx.y + ((ys[index] ?? 0) - end.y) * scale;
    if (Math.abs(x - from.x) + Math.abs(y - from.y) < minPx) continue;
    layer.line(from, x, y, pen);
    from.x = x;
    from.y = y;
  }
}
