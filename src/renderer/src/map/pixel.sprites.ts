import { type PixelSprite, pixelSprite } from "./pixel-layer.ts";
import { type AircraftStyle, SPRITE_PX, drawAircraft, roundHeading } from "./track.sprites.ts";
import { MAP_FONT } from "./map-text.ts";

/** The size of the cache: names and heights of as many aircraft as a map can show. A full cache is emptied. */
const MAX_TEXTS = 4_000;
const MAX_SPRITES = 4_000;
const TEXT_HEIGHT_PX = 20;
const TEXT_MARGIN_PX = 3;
const BASELINE_PX = 14;

type Draw = (context: CanvasRenderingContext2D) => void;

let scratch: CanvasRenderingContext2D | null | undefined;
const sprites = new Map<string, PixelSprite>();
const texts = new Map<string, PixelSprite>();

/** The image of an aircraft, `sizePx` CSS pixels wide. */
export function aircraftPixels(style: AircraftStyle, sizePx: number, pixelRatio: number): PixelSprite {
  const heading = roundHeading(style.headingDeg);
  const key = `${style.shape} ${heading} ${style.color} ${style.outline} ${style.isHollow} ${sizePx} ${pixelRatio}`;
  const known = sprites.get(key);
  if (known) return known;
  if (sprites.size >= MAX_SPRITES) sprites.clear();
  const devicePx = Math.ceil(sizePx * pixelRatio);
  const made = render(devicePx, devicePx, (context) => {
    const scale = (sizePx / SPRITE_PX) * pixelRatio;
    context.translate(devicePx / 2, devicePx / 2);
    context.scale(scale, scale);
    drawAircraft(context, style, heading);
  });
  sprites.set(key, made);
  return made;
}

/** A mark of another kind, drawn by `draw` around the middle of a square. */
export function markPixels(key: string, sizePx: number, pixelRatio: number, draw: Draw): PixelSprite {
  const name = `mark ${key} ${sizePx} ${pixelRatio}`;
  const known = sprites.get(name);
  if (known) return known;
  const devicePx = Math.ceil(sizePx * pixelRatio);
  const made = render(devicePx, devicePx, (context) => {
    context.translate(devicePx / 2, devicePx / 2);
    context.scale(pixelRatio, pixelRatio);
    draw(context);
  });
  sprites.set(name, made);
  return made;
}

export interface TextStyle {
  readonly color: string;
  readonly halo: string;
  /** CSS weight and size. */
  readonly font: string;
}

/** A line of text with its halo. Its base line begins `textOffset` CSS pixels from its upper left corner. */
export function textPixels(text: string, { color, halo, font }: TextStyle, pixelRatio: number): PixelSprite {
  const key = `${font} ${color} ${pixelRatio} ${text}`;
  const known = texts.get(key);
  if (known) return known;
  if (texts.size >= MAX_TEXTS) texts.clear();
  const widthPx = Math.ceil((text.length * 10 + 2 * TEXT_MARGIN_PX) * pixelRatio);
  const made = render(widthPx, Math.ceil(TEXT_HEIGHT_PX * pixelRatio), (context) => {
    context.scale(pixelRatio, pixelRatio);
    context.font = `${font} ${MAP_FONT}`;
    context.lineJoin = "round";
    context.lineWidth = 3.5;
    context.strokeStyle = halo;
    context.fillStyle = color;
    context.strokeText(text, TEXT_MARGIN_PX, BASELINE_PX);
    context.fillText(text, TEXT_MARGIN_PX, BASELINE_PX);
  });
  texts.set(key, made);
  return made;
}

export const textOffset = { x: TEXT_MARGIN_PX, y: BASELINE_PX } as const;

/** Draws on a hidden canvas, and reads its pixels. */
function render(widthPx: number, heightPx: number, draw: Draw): PixelSprite {
  // The pixels are read after every drawing, which is many times faster without the graphics card.
  scratch ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!scratch) return pixelSprite(new Int32Array(0), 1);
  const { canvas } = scratch;
  canvas.width = Math.max(canvas.width, widthPx);
  canvas.height = Math.max(canvas.height, heightPx);
  scratch.reset();
  scratch.save();
  draw(scratch);
  scratch.restore();
  const { data } = scratch.getImageData(0, 0, widthPx, heightPx);
  return pixelSprite(new Int32Array(data.buffer), widthPx);
}
