import type { AircraftShape } from "../tracks/identity.ts";
import { outlineOf } from "./track.shapes.ts";

export interface SpriteLook {
  readonly shape: AircraftShape;
  /** Degrees clockwise from north; null draws a shape without a nose. */
  readonly headingDeg: number | null;
  readonly color: string;
  readonly outline: string;
  /** Stale aircraft are hollow: shape says it too, not only colour. */
  readonly isHollow: boolean;
}

export const SPRITE_PX = 36;
/** Nobody sees less than this, and it keeps the number of sprites small. */
const HEADING_STEP_DEG = 5;
const MOST_SPRITES = 2_000;

const sprites = new Map<string, HTMLCanvasElement>();

/** The picture of an aircraft, drawn once per look: copying it is many times cheaper than stroking its outline. */
export function spriteOf(look: SpriteLook, pixelRatio: number): HTMLCanvasElement {
  const heading =
    look.headingDeg === null ? null : (Math.round(look.headingDeg / HEADING_STEP_DEG) * HEADING_STEP_DEG) % 360;
  const key = `${look.shape} ${heading} ${look.color} ${look.outline} ${look.isHollow} ${pixelRatio}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size >= MOST_SPRITES) sprites.clear();
  const drawn = draw(look, heading, pixelRatio);
  sprites.set(key, drawn);
  return drawn;
}

function draw(look: SpriteLook, heading: number | null, pixelRatio: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = SPRITE_PX * pixelRatio;
  canvas.height = SPRITE_PX * pixelRatio;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const outline = outlineOf(look.shape, heading !== null);
  context.scale(pixelRatio, pixelRatio);
  context.translate(SPRITE_PX / 2, SPRITE_PX / 2);
  context.rotate(((heading ?? 0) * Math.PI) / 180);
  context.lineJoin = "round";
  context.strokeStyle = look.outline;
  context.lineWidth = 4;
  context.stroke(outline);
  context.fillStyle = look.isHollow ? look.outline : look.color;
  context.fill(outline);
  if (look.isHollow) {
    context.strokeStyle = look.color;
    context.lineWidth = 1.8;
    context.stroke(outline);
  }
  return canvas;
}
