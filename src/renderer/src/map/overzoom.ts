import type { TileAddress } from "../../../../server/contracts/ground-tile.ts";

/** Where the picture of a shallower tile has to be drawn, in widths of the tile that shows a part of it. */
export interface Enlargement {
  readonly tile: TileAddress;
  /** The width of the whole picture. */
  readonly scale: number;
  /** Of its corner in the north-west; never above zero. */
  readonly left: number;
  readonly top: number;
}

/** The tile of `maxZoom` that has a deeper one in it. */
export function enlargementOf({ z, x, y }: TileAddress, maxZoom: number): Enlargement {
  const scale = 2 ** Math.max(0, z - maxZoom);
  const tile = { z: Math.min(z, maxZoom), x: Math.floor(x / scale), y: Math.floor(y / scale) };
  return { tile, scale, left: tile.x * scale - x, top: tile.y * scale - y };
}

/**
 * Draws the part of a picture that a deeper tile shows. The map's own way, `maxNativeZoom`, gives the whole picture its
 * size on the screen: fifteen levels deeper that is 8 million pixels wide, and a frame takes seconds.
 */
export function drawEnlarged(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { scale, left, top }: Pick<Enlargement, "scale" | "left" | "top">,
): void {
  const { width, height } = canvas;
  // The whole picture, cut off by the canvas: of a part by itself, the colours at its edges would not meet the next one's.
  canvas.getContext("2d")?.drawImage(picture, left * width, top * height, scale * width, scale * height);
}

/** Pictures that several tiles show parts of: each is made once, and kept while one of them is on the map. */
export class SharedPictures {
  readonly #kept = new Map<string, { readonly picture: Promise<ImageBitmap | undefined>; users: number }>();

  /** @param make gives the picture, `undefined` where there is none */
  take(key: string, make: () => Promise<ImageBitmap | undefined>): Promise<ImageBitmap | undefined> {
    const kept = this.#kept.get(key) ?? { picture: make(), users: 0 };
    kept.users += 1;
    this.#kept.set(key, kept);
    return kept.picture;
  }

  /** To be called once for each `take`. */
  release(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    kept.users -= 1;
    if (kept.users > 0) return;
    this.#kept.delete(key);
    kept.picture.then(
      (picture) => picture?.close(),
      () => undefined,
    );
  }
}
