import type { AircraftShape } from "../tracks/identity.ts";
import { shapeOutline } from "./track.shapes.ts";

export interface AircraftStyle {
  readonly shape: AircraftShape;
  /** Degrees clockwise from north; null draws a shape without a nose. */
  readonly headingDeg: number | null;
  readonly color: string;
  readonly outline: string;
  /** Stale aircraft are hollow, so that they can be recognised without colour. */
  readonly isHollow: boolean;
}

export const SPRITE_PX = 36;
/** Smaller turns are not visible, and this keeps the number of sprites small. */
const HEADING_STEP_DEG = 5;
const MAX_SPRITES = 2_000;

const sprites = new Map<string, HTMLCanvasElement>();

/** The image of an aircraft, drawn once per style: copying it is many times cheaper than stroking its outline. */
export function aircraftSprite(style: AircraftStyle, pixelRatio: number): HTMLCanvasElement {
  const heading = roundHeading(style.headingDeg);
  const key = `${style.shape} ${heading} ${style.color} ${style.outline} ${style.isHollow} ${pixelRatio}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size >= MAX_SPRITES) sprites.clear();
  const drawn = draw(style, heading, pixelRatio);
  sprites.set(key, drawn);
  return drawn;
}

/** The heading of the image that is used for one, degrees; null without one. */
export function roundHeading(headingDeg: number | null): number | null {
  return headingDeg === null ? null : (Math.round(headingDeg / HEADING_STEP_DEG) * HEADING_STEP_DEG) % 360;
}

export const MARK_PX = 24;
const marks = new Map<Path2D, Map<string, HTMLCanvasElement>>();

/** The image of a mark: a receiver, an operator or a warning. There can be as many marks as aircraft. */
export function markSprite(
  shape: Path2D,
  { color, outline }: { readonly color: string; readonly outline: string },
  pixelRatio: number,
): HTMLCanvasElement {
  const byColour = marks.get(shape) ?? new Map<string, HTMLCanvasElement>();
  marks.set(shape, byColour);
  const key = `${color} ${outline} ${pixelRatio}`;
  const known = byColour.get(key);
  if (known) return known;
  const { canvas, context } = newCanvas(MARK_PX, pixelRatio);
  byColour.set(key, canvas);
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

function draw(style: AircraftStyle, heading: number | null, pixelRatio: number): HTMLCanvasElement {
  const { canvas, context } = newCanvas(SPRITE_PX, pixelRatio);
  if (context) drawAircraft(context, style, heading);
  return canvas;
}

/** Draws an aircraft around the origin. */
export function drawAircraft(context: CanvasRenderingContext2D, style: AircraftStyle, heading: number | null): void {
  const outline = shapeOutline(style.shape, heading !== null);
  context.lineJoin = "round";
  context.rotate(((heading ?? 0) * Math.PI) / 180);
  context.strokeStyle = style.outline;
  context.lineWidth = 4;
  context.stroke(outline);
  context.fillStyle = style.isHollow ? style.outline : style.color;
  context.fill(outline);
  if (!style.isHollow) return;
  context.strokeStyle = style.color;
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
