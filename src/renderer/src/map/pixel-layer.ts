/** An image of which only the visible pixels are kept, row by row. Sizes are in device pixels. */
export interface PixelSprite {
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * Four numbers for each run of visible pixels: its row, its first column, its length, and 1 if all of it is opaque
   * and can be copied without blending, or 2 if none of it is.
   */
  readonly runs: Int16Array;
  /**
   * The pixels of all runs, one run after the other, in the format of `ImageData`; signed, because JavaScript engines
   * calculate fastest with signed integers.
   */
  readonly pixels: Int32Array;
}

export interface LineStyle {
  /** Device pixels. */
  readonly halfWidthPx: number;
  /** The colour without its opacity, from `parseColor`. */
  readonly rgb: number;
  /** 0 to 255. */
  readonly opacity: number;
}

const OPAQUE = 255;
const NONE = 0;

/**
 * A picture that is composed pixel by pixel. Without a graphics card, a browser needs about 100 ms to redraw 5,000
 * aircraft with trails on a canvas, and about 20 ms in this way. All platforms of the console are little-endian: a
 * pixel is its opacity, blue, green and red from the highest byte to the lowest.
 */
export class PixelLayer {
  #image: ImageData | undefined;
  #canvas: CanvasRenderingContext2D | undefined;
  #pixels = new Int32Array(0);
  #kept = new Int32Array(0);
  #widthPx = 0;
  #heightPx = 0;

  /** Starts an empty picture. */
  begin(widthPx: number, heightPx: number): void {
    if (widthPx === this.#widthPx && heightPx === this.#heightPx) {
      this.#pixels.fill(0);
      return;
    }
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.#image = undefined;
    this.#pixels = new Int32Array(widthPx * heightPx);
  }

  /** Saves the current picture for `restore`. */
  keep(): void {
    if (this.#kept.length !== this.#pixels.length) this.#kept = new Int32Array(this.#pixels.length);
    this.#kept.set(this.#pixels);
  }

  /** Starts with the saved picture, which has the same size. */
  restore(): void {
    this.#pixels.set(this.#kept);
  }

  get pixels(): Int32Array {
    return this.#pixels;
  }

  /** Draws the picture over the content of the canvas. */
  showOver(context: CanvasRenderingContext2D): void {
    if (this.#pixels.length === 0) return;
    this.#image ??= new ImageData(new Uint8ClampedArray(this.#pixels.buffer as ArrayBuffer), this.#widthPx);
    this.#canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true }) ?? undefined;
    if (!this.#canvas) return;
    const { canvas } = this.#canvas;
    if (canvas.width !== this.#widthPx) canvas.width = this.#widthPx;
    if (canvas.height !== this.#heightPx) canvas.height = this.#heightPx;
    this.#canvas.putImageData(this.#image, 0, 0);
    context.save();
    context.resetTransform();
    context.drawImage(canvas, 0, 0);
    context.restore();
  }

  /** Draws a sprite with its upper left corner at whole device pixels. */
  stamp({ runs, pixels, widthPx, heightPx }: PixelSprite, leftPx: number, topPx: number): void {
    const width = this.#widthPx;
    const height = this.#heightPx;
    const target = this.#pixels;
    const isCut = leftPx < 0 || topPx < 0 || leftPx + widthPx > width || topPx + heightPx > height;
    let next = 0;
    for (let run = 0; run < runs.length; run += 4) {
      const y = topPx + runs[run]!;
      const x = leftPx + runs[run + 1]!;
      const length = runs[run + 2]!;
      const from = isCut ? Math.max(0, -x) : 0;
      const to = isCut ? (y < 0 || y >= height ? 0 : Math.min(length, width - x)) : length;
      const row = y * width + x;
      if (runs[run + 3] === 1) {
        for (let step = from; step < to; step += 1) target[row + step] = pixels[next + step]!;
      } else {
        for (let step = from; step < to; step += 1) {
          const below = target[row + step]!;
          target[row + step] = below === 0 ? pixels[next + step]! : blend(pixels[next + step]!, below);
        }
      }
      next += length;
    }
  }

  /**
   * Draws a line with smooth edges. Where lines cross, the more opaque one is visible, as if all of them were one
   * stroke; lines have to be drawn before anything else.
   */
  line(from: { readonly x: number; readonly y: number }, x1: number, y1: number, style: LineStyle): void {
    const isSteep = Math.abs(y1 - from.y) > Math.abs(x1 - from.x);
    // `a` counts along the longer side, `b` across it.
    let a0 = isSteep ? from.y : from.x;
    let b0 = isSteep ? from.x : from.y;
    let a1 = isSteep ? y1 : x1;
    let b1 = isSteep ? x1 : y1;
    if (a0 > a1) [a0, b0, a1, b1] = [a1, b1, a0, b0];
    const slope = a1 === a0 ? 0 : (b1 - b0) / (a1 - a0);
    const shortening = 1 / Math.sqrt(1 + slope * slope);
    const edge = style.halfWidthPx + 0.5;
    const reach = edge / shortening;
    const target = this.#pixels;
    const stepA = isSteep ? this.#widthPx : 1;
    const stepB = isSteep ? 1 : this.#widthPx;
    const lastA = Math.min((isSteep ? this.#heightPx : this.#widthPx) - 1, Math.floor(a1));
    const sizeB = isSteep ? this.#widthPx : this.#heightPx;
    for (let a = Math.max(0, Math.floor(a0)); a <= lastA; a += 1) {
      const middle = b0 + slope * (a + 0.5 - a0);
      const lastB = Math.min(sizeB - 1, Math.floor(middle + reach - 0.5));
      for (let b = Math.max(0, Math.ceil(middle - reach - 0.5)); b <= lastB; b += 1) {
        const coverage = Math.min(1, edge - Math.abs(b + 0.5 - middle) * shortening);
        const opacity = (style.opacity * coverage) | 0;
        const at = a * stepA + b * stepB;
        if (opacity > target[at]! >>> 24) target[at] = (opacity << 24) | style.rgb;
      }
    }
  }
}

/** `#rrggbb` in the order of bytes of a pixel, without opacity. */
export function parseColor(color: string): number {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16);
}

/** The visible pixels of an image. */
export function pixelSprite(pixels: Int32Array, widthPx: number): PixelSprite {
  const runs: number[] = [];
  const visible: number[] = [];
  const heightPx = pixels.length / widthPx;
  for (let y = 0; y < heightPx; y += 1) {
    let kind = NONE;
    for (let x = 0; x < widthPx; x += 1) {
      const pixel = pixels[y * widthPx + x]!;
      const before = kind;
      kind = kindOf(pixel >>> 24);
      if (kind === NONE) continue;
      if (kind !== before) runs.push(y, x, 0, kind);
      runs[runs.length - 2]! += 1;
      visible.push(pixel);
    }
  }
  return { widthPx, heightPx, runs: Int16Array.from(runs), pixels: Int32Array.from(visible) };
}

/** The kind of a run: 0 nothing, 1 opaque, 2 not quite. */
function kindOf(opacity: number): number {
  return opacity === 0 ? NONE : opacity === OPAQUE ? 1 : 2;
}

/** Blends one pixel over another; colours are not premultiplied. Without closures, because it runs a million times. */
function blend(pixel: number, below: number): number {
  const over = pixel >>> 24;
  const under = below >>> 24;
  if (under === OPAQUE) return blendOverOpaque(pixel, below, over);
  const rest = (under * (OPAQUE - over)) / OPAQUE;
  const opacity = over + rest;
  const a = over / opacity;
  const b = rest / opacity;
  const blue = ((pixel >>> 16) & 255) * a + ((below >>> 16) & 255) * b + 0.5;
  const green = ((pixel >>> 8) & 255) * a + ((below >>> 8) & 255) * b + 0.5;
  const red = (pixel & 255) * a + (below & 255) * b + 0.5;
  return ((opacity + 0.5) << 24) | (blue << 16) | (green << 8) | red;
}

/** Blends over an opaque pixel, the usual case with many aircraft: two colours at a time, in integers. */
function blendOverOpaque(pixel: number, below: number, opacity: number): number {
  // A share of 256 instead of 255, so that the division is a shift.
  const over = opacity + (opacity >>> 7);
  const rest = 256 - over;
  const redAndBlue = Math.imul(pixel & 0xff00ff, over) + Math.imul(below & 0xff00ff, rest) + 0x800080;
  const green = ((pixel >>> 8) & 255) * over + ((below >>> 8) & 255) * rest + 128;
  return (OPAQUE << 24) | ((redAndBlue >>> 8) & 0xff00ff) | (green & 0xff00);
}
