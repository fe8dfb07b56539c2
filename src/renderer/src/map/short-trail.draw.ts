import type { Trail } from "../tracks/trail.ts";
import { type LineStyle, parseColor, type PixelLayer } from "./pixel-layer.ts";
import type { View } from "./view.layer.ts";

/** The styles of a trail by the age of its parts, the newest first. */
export type TrailStyles = readonly LineStyle[];

/** How much of a trail is drawn in a crowd. */
const TRAIL_MS = 30_000;
const TRAIL_WIDTH_PX = 1.6;
/** Points closer together than this on the screen are drawn as one. */
const MIN_POINT_DISTANCE_PX = 3;
/** A recorded track is as strong from its beginning to its end. */
const OPACITY = 0.55;
/** A live trail fades towards the past. A part in another opacity costs no more than one in the same. */
const FADING_OPACITIES = [0.7, 0.55, 0.38, 0.22];

export function trailStyles(color: string, { pixelRatio }: View, isFading: boolean): TrailStyles {
  const halfWidthPx = (TRAIL_WIDTH_PX * pixelRatio) / 2;
  const rgb = parseColor(color);
  const opacities = isFading ? FADING_OPACITIES : [OPACITY];
  return opacities.map((opacity) => ({ halfWidthPx, rgb, opacity: Math.round(opacity * 255) }));
}

/** Draws the last half minute of a trail, from the aircraft back. */
export function drawShortTrail(layer: PixelLayer, view: View, trail: Trail, styles: TrailStyles): void {
  const { timesMs, xs, ys } = trail;
  const last = timesMs.length - 1;
  if (last < 1) return;
  const { pixelRatio } = view;
  const scale = view.worldPx * pixelRatio;
  const endMs = timesMs[last] ?? 0;
  const fromMs = endMs - TRAIL_MS;
  const stepMs = TRAIL_MS / styles.length;
  const minPx = MIN_POINT_DISTANCE_PX * pixelRatio;
  const end = { x: xs[last] ?? 0, y: ys[last] ?? 0 };
  // The newest point decides which copy of the world the trail is drawn on.
  const endPx = { x: view.xOf(end) * pixelRatio, y: view.yOf(end) * pixelRatio };
  const from = { ...endPx };
  let step = 0;
  let style = styles[0]!;
  let untilMs = endMs - stepMs;
  for (let index = last - 1; index >= 0 && (timesMs[index] ?? 0) >= fromMs; index -= 1) {
    const x = endPx.x + ((xs[index] ?? 0) - end.x) * scale;
    const y = endPx.y + ((ys[index] ?? 0) - end.y) * scale;
    if (Math.abs(x - from.x) + Math.abs(y - from.y) < minPx) continue;
    layer.line(from, x, y, style);
    from.x = x;
    from.y = y;
    // The next segment begins here: its newer end decides.
    while ((timesMs[index] ?? 0) <= untilMs && step < styles.length - 1) {
      step += 1;
      style = styles[step]!;
      untilMs -= stepMs;
    }
  }
}
