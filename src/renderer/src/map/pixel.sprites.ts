import { type PixelSprite, spriteOfPixels } from "./pixel-layer.ts";
import { type SpriteLook, SPRITE_PX, drawLook, headingStepOf } from "./track.sprites.ts";
import { MAP_FONT } from "./map-text.ts";

/** Names and heights of as many aircraft as a map can show; then all of them are made again. */
const MAX_TEXTS = 4_000;
const MAX_LOOKS = 4_000;
const TEXT_HEIGHT_PX = 20;
const TEXT_MARGIN_PX = 3;
const BASELINE_PX = 14;

type Draw = (context: CanvasRenderingContext2D) => void;

let scratch: CanvasRenderingContext2D | null | undefined;
const looks = new Map<string, PixelSprite>();
const texts = new Map<string, PixelSprite>();

/** The image of an aircraft, `sizePx` CSS pixels wide. */
export function pixelsOfLook(look: SpriteLook, sizePx: number, pixelRatio: number): PixelSprite {
  const heading = headingStepOf(look.headingDeg);
  const key = `${look.shape} ${heading} ${look.color} ${look.outline} ${look.isHollow} ${sizePx} ${pixelRatio}`;
  const known = looks.get(key);
  if (known) return known;
  if (looks.size >= MAX_LOOKS) looks.clear();
  const devicePx = Math.ceil(sizePx * pixelRatio);
  const made = render(devicePx, devicePx, (context) => {
    const scale = (sizePx / SPRITE_PX) * pixelRatio;
    context.translate(devicePx / 2, devicePx / 2);
    context.scale(scale, scale);
    drawLook(context, look, heading);
  });
  looks.set(key, made);
  return made;
}

/** A mark of another kind, drawn by `draw` around the middle of a square. */
export function pixelsOfMark(key: string, sizePx: number, pixelRatio: number, draw: Draw): PixelSprite {
  const name = `mark ${key} ${sizePx} ${pixelRatio}`;
  const known = looks.get(name);
  if (known) return known;
  const devicePx = Math.ceil(sizePx * pixelRatio);
  const made = render(devicePx, devicePx, (context) => {
    context.translate(devicePx / 2, devicePx / 2);
    context.scale(pixelRatio, pixelRatio);
    draw(context);
  });
  looks.set(name, made);
  return made;
}

export interface TextLook {
  readonly color: string;
  readonly halo: string;
  /** CSS weight and size. */
  readonly font: string;
}

/** A line of text with its halo. Its base line begins `textOffset` CSS pixels from its upper left corner. */
export function pixelsOfText(text: string, { color, halo, font }: TextLook, pixelRatio: number): PixelSprite {
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

/** Draws on a canvas that nobody sees, and reads its pixels. */
function render(widthPx: number, heightPx: number, draw: Draw): PixelSprite {
  // Read after every drawing: without the graphics card that is many times faster.
  scratch ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!scratch) return spriteOfPixels(new Int32Array(0), 1);
  const { canvas } = scratch;
  canvas.width = Math.max(canvas.width, widthPx);
  canvas.height = Math.max(canvas.height, heightPx);
  scratch.reset();
  scratch.save();
  draw(scratch);
  scratch.restore();
  const { data } = scratch.getImageData(0, 0, widthPx, heightPx);
  return spriteOfPixels(new Int32Array(data.buffer), widthPx);
}
