import L from "leaflet";
import { TILE_TYPES, type TileFormat } from "../../../../../server/contracts/map-sets.ts";
import { drawEnlarged, type Enlargement, enlargementOf, SharedPictures } from "../overzoom.ts";
import { boundsOf, type LoadTile, type MapSetLayerOptions, SETS_PANE } from "./map-set-options.ts";

type Place = Parameters<LoadTile>[0];

/** Pictures of this width are drawn at half their zoom: at their own, their labels would be too small to read. */
const LARGE_TILE_PX = 512;
const TILE_PX = 256;
const FINE_SCREEN = 1.5;

/** Pictures of a map set. An `<img>` cannot present the person's credential, so each is loaded first. */
export class RasterTiles extends L.GridLayer {
  readonly #format: TileFormat;
  readonly #load: LoadTile;
  readonly #maxZoom: number;
  readonly #zoomStep: number;
  /** Those of the deepest zoom, for tiles that are deeper. */
  readonly #shared = new SharedPictures();
  /** Ends what is done for a tile. */
  readonly #open = new Map<HTMLElement, () => void>();

  constructor(set: MapSetLayerOptions, load: LoadTile) {
    const isLarge = (set.tile_size ?? 0) >= LARGE_TILE_PX && window.devicePixelRatio < FINE_SCREEN;
    const zoomStep = isLarge ? 1 : 0;
    super({
      pane: SETS_PANE,
      className: "map-set-raster",
      tileSize: isLarge ? LARGE_TILE_PX : TILE_PX,
      minZoom: set.min_zoom + zoomStep,
      bounds: boundsOf(set),
      updateWhenZooming: false,
    });
    this.#format = set.format === "geojson" ? "png" : set.format;
    this.#load = load;
    this.#maxZoom = set.max_zoom;
    this.#zoomStep = zoomStep;
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      this.#open.get(tile)?.();
      this.#open.delete(tile);
    });
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const enlargement = enlargementOf({ x, y, z: z - this.#zoomStep }, this.#maxZoom);
    return enlargement.scale === 1
      ? this.#createImage(enlargement.tile, done)
      : this.#createEnlarged(enlargement, done);
  }

  #createImage(place: Place, done: L.DoneCallback): HTMLElement {
    const image = document.createElement("img");
    image.alt = "";
    const controller = new AbortController();
    this.#open.set(image, () => controller.abort());
    void this.#fill(image, place, controller.signal).then(
      () => done(undefined, image),
      (error: Error) => {
        if (!controller.signal.aborted) done(error, image);
      },
    );
    return image;
  }

  async #fill(image: HTMLImageElement, place: Place, signal: AbortSignal): Promise<void> {
    const bytes = await this.#load(place, signal);
    if (bytes === undefined || signal.aborted) return;
    const address = URL.createObjectURL(this.#blobOf(bytes));
    try {
      image.src = address;
      await image.decode();
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  #createEnlarged(enlargement: Enlargement, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    canvas.width = TILE_PX;
    canvas.height = TILE_PX;
    const { z, x, y } = enlargement.tile;
    const key = `${z}/${x}/${y}`;
    this.#open.set(canvas, () => this.#shared.release(key));
    void this.#shared
      .take(key, async () => {
        const bytes = await this.#load(enlargement.tile);
        return bytes && createImageBitmap(this.#blobOf(bytes));
      })
      .then((picture) => {
        if (!this.#open.has(canvas)) return;
        if (picture) drawEnlarged(canvas, picture, enlargement);
        done(undefined, canvas);
      })
      .catch((error: Error) => {
        if (this.#open.has(canvas)) done(error, canvas);
      });
    return canvas;
  }

  #blobOf(bytes: ArrayBuffer): Blob {
    return new Blob([bytes], { type: TILE_TYPES[this.#format] });
  }
}
