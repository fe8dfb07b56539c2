import type { AircraftShape } from "../tracks/identity.ts";
import { outlineOf } from "./track.shapes.ts";

export interface SpriteLook {
  readonly shape: AircraftShape;
  /** Degrees clockwise from north; null draws a shape without a nose. */
  readonly headingDeg: number | null;
  readonly color: string;
  readonly outline: string;
  /** Stale aircraft are hollow, so that they can be recognised without colour. */
  readonly isHollow: boolean;
}

export const SPRITE_PX = 36;
/** Smaller turns cannot be seen, and this keeps the number of sprites small. */
const HEADING_STEP_DEG = 5;
const MAX_SPRITES = 2_000;

const sprites = new Map<string, HTMLCanvasElement>();

/** The image of an aircraft, drawn once per look: copying it is many times cheaper than stroking its outline. */
export function spriteOf(look: SpriteLook, pixelRatio: number): HTMLCanvasElement {
  const heading = headingStepOf(look.headingDeg);
  const key = `${look.shape} ${heading} ${look.color} ${look.outline} ${look.isHollow} ${pixelRatio}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size >= MAX_SPRITES) sprites.clear();
  const drawn = draw(look, heading, pixelRatio);
  sprites.set(key, drawn);
  return drawn;
}

/** The heading of the image that is used for one, degrees; null without one. */
export function headingStepOf(headingDeg: number | null): number | null {
  return headingDeg === null ? null : (Math.round(headingDeg / HEADING_STEP_DEG) * HEADING_STEP_DEG) % 360;
}

export const MARK_PX = 24;
const marks = new Map<Path2D, Map<string, HTMLCanvasElement>>();

/** The image of a mark: a receiver, an operator or a warning. There can be as many marks as aircraft. */
export function markOf(
  shape: Path2D,
  { color, outline }: { readonly color: string; readonly outline: string },
  pixelRatio: number,
): HTMLCanvasElement {
  const looks = marks.get(shape) ?? new Map<string, HTMLCanvasElement>();
  marks.set(shape, looks);
  const key = `${color} ${outline} ${pixelRatio}`;
  const known = looks.get(key);
  if (known) return known;
  const { canvas, context } = newCanvas(MARK_PX, pixelRatio);
  looks.set(key, canvas);
  if (context) drawShape(context, shape, { color, outline });
  return canvas;
}

/** Draws a mark around the origin. */
export function drawShape(
  context: CanvasRenderingContext2D,
  shape: Path2D,
  { color, outline }: { readonly color: string; readonly outline: string },
): void {
  context.lineJoin = "round";
  context.strokeStyle = outline;
  context.lineWidth = 4;
  context.stroke(shape);
  context.fillStyle = color;
  context.fill(shape);
}

function draw(look: SpriteLook, heading: number | null, pixelRatio: number): HTMLCanvasElement {
  const { canvas, context } = newCanvas(SPRITE_PX, pixelRatio);
  if (context) drawLook(context, look, heading);
  return canvas;
}

/** Draws an aircraft around the origin. */
export function drawLook(context: CanvasRenderingContext2D, look: SpriteLook, heading: number | null): void {
  const outline = outlineOf(look.shape, heading !== null);
  context.lineJoin = "round";
  context.rotate(((heading ?? 0) * Math.PI) / 180);
  context.strokeStyle = look.outline;
  context.lineWidth = 4;
  context.stroke(outline);
  context.fillStyle = look.isHollow ? look.outline : look.color;
  context.fill(outline);
  if (!look.isHollow) return;
  context.strokeStyle = look.color;
  context.lineWidth = 1.8;
  context.stroke(outline);
}

/** A square with its origin in the middle, in CSS pixels. */
function newCanvas(
  sizePx: number,
  pixelRatio: number,
): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D | null } {
  const canvas = document.createElement("canvas");
  canvas.width = sizePx * pixelRatio;
  canvas.height = sizePx * pixelRatio;
  const context = canvas.getContext("2d");
  if (context) {
    context.scale(pixelRatio, pixelRatio);
    context.translate(sizePx / 2, sizePx / 2);
    context.lineJoin = "round";
  }
  return { canvas, context };
}
