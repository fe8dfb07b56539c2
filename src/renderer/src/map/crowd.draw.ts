import { aircraftShapeOf } from "../tracks/identity.ts";
import type { Track } from "../tracks/track-collection.ts";
import { PixelLayer, type PixelSprite } from "./pixel-layer.ts";
import { aircraftPixels, markPixels } from "./pixel.sprites.ts";
import { drawShortTrail, type TrailStyles, trailStyles } from "./short-trail.draw.ts";
import { type Label, stampLabel } from "./track-labels.ts";
import { sensorOutline, warningOutline } from "./track.shapes.ts";
import { drawShape, roundHeading, MARK_PX } from "./track.sprites.ts";
import { drawZoneSquare, ZONE_MARK_PX } from "./zone-mark.draw.ts";
import { trackColor, knownHeadingDeg, isHollow, type PlacedTrack, type TracksScene } from "./tracks.scene.ts";
import type { View } from "./view.layer.ts";

/** The width of an aircraft of a crowd, CSS pixels. */
export const CROWD_SPRITE_PX = 25;
/** While the map does not move, trails are redrawn at this interval. */
const KEEP_TRAILS_MS = 1_000;
/** In closer views, the gap between an aircraft and a trail of a second ago would be visible. */
const MAX_KEPT_ZOOM = 14;

const layer = new PixelLayer();

/** The image of an aircraft with the values it was made from: most are the same from one frame to the next. */
interface KnownSprite {
  readonly operation: Track["operation"];
  readonly heading: number | null;
  readonly color: string;
  readonly outline: string;
  readonly isHollow: boolean;
  readonly pixelRatio: number;
  readonly sprite: PixelSprite;
}

const knownSprites = new WeakMap<Track, KnownSprite>();

/**
 * Draws hundreds to thousands of aircraft with short trails and labels, pixel by pixel: with the canvas functions for
 * images and lines it would take many frames. The present content of the canvas stays below.
 */
export function drawCrowd(
  view: View,
  scene: TracksScene,
  tracks: readonly PlacedTrack[],
  labels: readonly Label[],
): void {
  drawShortTrails(view, scene, tracks);
  const { outline, sensor, warning } = scene.palette;
  const mark = (key: string, shape: Path2D, color: string) =>
    markPixels(`${key} ${color} ${outline}`, MARK_PX, view.pixelRatio, (context) =>
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
    stamp(view, spriteFor(track, scene, view.pixelRatio), x, y);
    if (track.operation && track.operation.warnings.length > 0) stamp(view, warningMark, x - cornerPx, y - cornerPx);
  }
  for (const label of labels) stampLabel(layer, view, scene, label);
  layer.showOver(view.context);
}

/** The values for which the cached trails were drawn, and when. */
let cachedFor: readonly unknown[] = [];
/** On the clock of the scene, so that a replay that is moved to another moment never shows trails of the one before. */
let keptAtMs = -Infinity;

/**
 * Draws the trails, or reuses those of a moment ago: the symbol covers the distance that an aircraft flies in a second,
 * except in close views.
 */
function drawShortTrails(view: View, scene: TracksScene, tracks: readonly PlacedTrack[]): void {
  const { width, height } = view.context.canvas;
  const sinceMs = scene.nowMs - keptAtMs;
  const origin = { x: 0.5, y: 0 };
  const madeFor = [
    scene.collection,
    scene.palette,
    scene.colourBy,
    scene.hidden,
    scene.isRecorded,
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
  const stylesOf = new Map<string, TrailStyles>();
  for (const { track } of tracks) {
    const color = trackColor(track, scene);
    const styles = stylesOf.get(color) ?? trailStyles(color, view, !scene.isRecorded);
    stylesOf.set(color, styles);
    drawShortTrail(layer, view, track.trail, styles);
  }
  layer.keep();
}

function stamp({ pixelRatio }: View, sprite: PixelSprite, x: number, y: number): void {
  layer.stamp(
    sprite,
    Math.round(x * pixelRatio - sprite.widthPx / 2),
    Math.round(y * pixelRatio - sprite.heightPx / 2),
  );
}

function spriteFor(track: Track, scene: TracksScene, pixelRatio: number): PixelSprite {
  const known = knownSprites.get(track);
  const heading = roundHeading(knownHeadingDeg(track));
  const color = trackColor(track, scene);
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
  const style = { shape: aircraftShapeOf(track.operation), headingDeg: heading, color, outline, isHollow: isFaint };
  const sprite = aircraftPixels(style, CROWD_SPRITE_PX, pixelRatio);
  knownSprites.set(track, {
    operation: track.operation,
    heading,
    color,
    outline,
    isHollow: isFaint,
    pixelRatio,
    sprite,
  });
  return sprite;
}

function zoneMark({ pixelRatio }: View, { palette }: TracksScene): PixelSprite {
  const key = `zone ${palette.emergency} ${palette.textHalo}`;
  return markPixels(key, ZONE_MARK_PX, pixelRatio, (context) =>
    drawZoneSquare(context, { x: 0, y: 0 }, CROWD_SPRITE_PX, palette),
  );
}
