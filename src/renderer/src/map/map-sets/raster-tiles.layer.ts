import L from "leaflet";
import { TILE_TYPES, type TileFormat } from "../../../../../server/contracts/map-sets.ts";
import { EnlargedTiles, enlargementOf } from "../overzoom.ts";
import { mapSetBoundsOf, type LoadTile, type MapSetLayerOptions, SETS_PANE } from "./map-set-options.ts";

type Place = Parameters<LoadTile>[0];

/** Pictures of this width are drawn one zoom level lower: at their own level, labels would be too small to read. */
const LARGE_TILE_PX = 512;
const TILE_PX = 256;
const FINE_SCREEN = 1.5;

/** Pictures of a map set. An `<img>` cannot present the person's credential, so each is loaded first. */
export class RasterTiles extends L.GridLayer {
  readonly #format: TileFormat;
  readonly #load: LoadTile;
  readonly #maxZoom: number;
  readonly #zoomStep: number;
  readonly #enlarged: EnlargedTiles;
  readonly #open = new Map<HTMLElement, () => void>();

  constructor(set: MapSetLayerOptions, load: LoadTile) {
    const isLarge = (set.tile_size ?? 0) >= LARGE_TILE_PX && window.devicePixelRatio < FINE_SCREEN;
    const zoomStep = isLarge ? 1 : 0;
    super({
      pane: SETS_PANE,
      className: "map-set-raster",
      tileSize: isLarge ? LARGE_TILE_PX : TILE_PX,
      minZoom: set.min_zoom + zoomStep,
      bounds: mapSetBoundsOf(set),
      updateWhenZooming: false,
    });
    this.#format = set.format === "geojson" ? "png" : set.format;
    this.#load = load;
    this.#maxZoom = set.max_zoom;
    this.#zoomStep = zoomStep;
    this.#enlarged = new EnlargedTiles(this, (place) => this.#readPicture(place), "picture");
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      this.#open.get(tile)?.();
      this.#open.delete(tile);
    });
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const enlargement = enlargementOf({ x, y, z: z - this.#zoomStep }, this.#maxZoom);
    return enlargement.scale === 1
      ? this.#createImage(enlargement.tile, done)
      : this.#enlarged.create(enlargement, done);
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

  async #readPicture(place: Place): Promise<ImageBitmap | undefined> {
    const bytes = await this.#load(place);
    return bytes && createImageBitmap(this.#blobOf(bytes));
  }

  #blobOf(bytes: ArrayBuffer): Blob {
    return new Blob([bytes], { type: TILE_TYPES[this.#format] });
  }
}
