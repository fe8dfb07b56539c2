import { TRACK_GAP_MS } from "../../../../server/contracts/telemetry.ts";
import type { Track } from "../tracks/track-collection.ts";
import type { View } from "./view.layer.ts";

export interface TrailStyle {
  readonly color: string;
  readonly isSelected: boolean;
  readonly isFading: boolean;
}

/** Points closer together than this on the screen are drawn as one. */
const MIN_POINT_DISTANCE_PX = 1.5;
const FADE_STEPS = 5;

/** Draws the trail of an aircraft, fading towards the past in a few steps: one stroke per step, not per segment. */
export function drawTrail(view: View, track: Track, style: TrailStyle): void {
  const { timesMs, xs, ys } = track.trail;
  const count = timesMs.length;
  const endMs = timesMs[count - 1];
  if (endMs === undefined || count < 2) return;
  const { context } = view;
  const startMs = timesMs[0] ?? endMs;
  const stepMs = (endMs - startMs) / FADE_STEPS;
  context.save();
  context.strokeStyle = style.color;
  context.lineWidth = style.isSelected ? 3.2 : 2.2;
  context.lineCap = "round";
  context.lineJoin = "round";
  // Beside the aircraft, which is at its end: each point by itself could be in another copy of the world.
  const [endX, endY] = [xs[count - 1] ?? 0, ys[count - 1] ?? 0];
  const leftPx = view.xOf({ x: endX, y: endY }) - endX * view.worldPx;
  let index = 0;
  let px = leftPx + (xs[0] ?? 0) * view.worldPx;
  let py = yOfPoint(view, ys, index);
  for (let step = 1; step <= FADE_STEPS && index < count; step += 1) {
    const untilMs = step === FADE_STEPS ? endMs : startMs + step * stepMs;
    context.globalAlpha = style.isFading ? 0.12 + (0.72 * step) / FADE_STEPS : 0.85;
    context.beginPath();
    context.moveTo(px, py);
    for (; index < count && (timesMs[index] ?? 0) <= untilMs; index += 1) {
      const x = leftPx + (xs[index] ?? 0) * view.worldPx;
      const y = yOfPoint(view, ys, index);
      if (Math.abs(x - px) + Math.abs(y - py) < MIN_POINT_DISTANCE_PX && index < count - 1) continue;
      if (style.isFading && isGap(timesMs, index)) context.moveTo(x, y);
      else context.lineTo(x, y);
      px = x;
      py = y;
    }
    context.stroke();
  }
  context.restore();
}

function yOfPoint(view: View, ys: ArrayLike<number>, index: number): number {
  return view.yOf({ x: 0, y: ys[index] ?? 0 });
}

/** A recorded track is one line; a live trail has gaps where the aircraft was not received. */
function isGap(timesMs: ArrayLike<number>, index: number): boolean {
  return (timesMs[index] ?? 0) - (timesMs[index - 1] ?? Infinity) > TRACK_GAP_MS;
}
