import type L from "leaflet";
import type { TileAddress } from "../../../../server/contracts/ground-tile.ts";

/** The width of a tile's canvas: enough, because it shows an enlarged part of a 512-pixel picture. */
const TILE_PX = 256;

/** The position of a shallower tile's picture, in widths of the deeper tile that shows a part of it. */
export interface Enlargement {
  readonly tile: TileAddress;
  /** The width of the whole picture. */
  readonly scale: number;
  /** The offset of its north-western corner from that of the tile; never above zero. */
  readonly left: number;
  readonly top: number;
}

/** The tile at `maxZoom` that contains a deeper one. */
export function enlargementOf({ z, x, y }: TileAddress, maxZoom: number): Enlargement {
  const scale = 2 ** Math.max(0, z - maxZoom);
  const tile = { z: Math.min(z, maxZoom), x: Math.floor(x / scale), y: Math.floor(y / scale) };
  return { tile, scale, left: tile.x * scale - x, top: tile.y * scale - y };
}

/**
 * Draws the part of a picture that a deeper tile shows. Leaflet's `maxNativeZoom` would scale the whole picture
 * instead: fifteen levels deeper it would be 8 million pixels wide, and a frame would take seconds.
 */
function drawEnlarged(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { scale, left, top }: Pick<Enlargement, "scale" | "left" | "top">,
): void {
  const { width, height } = canvas;
  // Draws the whole picture, clipped by the canvas: a part that is scaled alone would not match the next tile.
  canvas.getContext("2d")?.drawImage(picture, left * width, top * height, scale * width, scale * height);
}

/** Pictures that several tiles share: each is made once, and kept while one of these tiles is on the map. */
export class SharedPictures {
  readonly #kept = new Map<string, { readonly picture: Promise<ImageBitmap | undefined>; users: number }>();

  /** @param make returns the picture, `undefined` if there is none */
  take(key: string, make: () => Promise<ImageBitmap | undefined>): Promise<ImageBitmap | undefined> {
    const kept = this.#kept.get(key) ?? { picture: make(), users: 0 };
    kept.users += 1;
    this.#kept.set(key, kept);
    return kept.picture;
  }

  /** Call once for each `take`. */
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

/** A grid whose tiles are deeper than its pictures. */
export class EnlargedTiles {
  readonly #make: (tile: TileAddress) => Promise<ImageBitmap | undefined>;
  readonly #drawnAs: string;
  readonly #pictures = new SharedPictures();
  /** The key of the picture of each tile. */
  readonly #open = new Map<HTMLElement, string>();

  /**
   * @param make returns the picture of a tile, `undefined` if there is none
   * @param drawnAs the attribute `data-drawn` of a drawn tile
   */
  constructor(grid: L.GridLayer, make: (tile: TileAddress) => Promise<ImageBitmap | undefined>, drawnAs: string) {
    this.#make = make;
    this.#drawnAs = drawnAs;
    grid.on("tileunload", ({ tile }: L.TileEvent) => this.#close(tile));
  }

  /** An element that is drawn when its picture is there. */
  create(enlargement: Enlargement, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    canvas.width = TILE_PX;
    canvas.height = TILE_PX;
    const { z, x, y } = enlargement.tile;
    const key = `${z}/${x}/${y}`;
    this.#open.set(canvas, key);
    void this.#draw(canvas, key, enlargement).then(
      () => done(undefined, canvas),
      (error: Error) => {
        if (this.#open.has(canvas)) done(error, canvas);
      },
    );
    return canvas;
  }

  async #draw(canvas: HTMLCanvasElement, key: string, enlargement: Enlargement): Promise<void> {
    const picture = await this.#pictures.take(key, () => this.#make(enlargement.tile));
    // A tile that was removed from the map has already released its picture.
    if (!picture || !this.#open.has(canvas)) return;
    drawEnlarged(canvas, picture, enlargement);
    canvas.dataset["drawn"] = this.#drawnAs;
  }

  #close(tile: HTMLElement): void {
    const key = this.#open.get(tile);
    if (key === undefined) return;
    this.#pictures.release(key);
    this.#open.delete(tile);
  }
}
