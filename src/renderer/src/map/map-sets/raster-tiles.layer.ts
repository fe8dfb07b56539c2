import L from "leaflet";
import { TILE_TYPES, type TileFormat } from "../../../../../server/contracts/map-sets.ts";
import { boundsOf, type LoadTile, type MapSetLayerOptions, SETS_PANE } from "./map-set-options.ts";

/** Pictures of this width are drawn at half their zoom: at their own, their labels would be too small to read. */
const LARGE_TILE_PX = 512;
const FINE_SCREEN = 1.5;

/** Pictures of a map set. An `<img>` cannot present the person's credential, so each is loaded first. */
export class RasterTiles extends L.GridLayer {
  readonly #format: TileFormat;
  readonly #load: LoadTile;
  readonly #zoomStep: number;
  readonly #open = new Map<HTMLElement, () => void>();

  constructor(set: MapSetLayerOptions, load: LoadTile) {
    const isLarge = (set.tile_size ?? 0) >= LARGE_TILE_PX && window.devicePixelRatio < FINE_SCREEN;
    const zoomStep = isLarge ? 1 : 0;
    super({
      pane: SETS_PANE,
      className: "map-set-raster",
      tileSize: isLarge ? LARGE_TILE_PX : 256,
      minZoom: set.min_zoom + zoomStep,
      maxNativeZoom: set.max_zoom + zoomStep,
      bounds: boundsOf(set),
      updateWhenZooming: false,
    });
    this.#format = set.format === "geojson" ? "png" : set.format;
    this.#load = load;
    this.#zoomStep = zoomStep;
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      this.#open.get(tile)?.();
      this.#open.delete(tile);
    });
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const image = document.createElement("img");
    image.alt = "";
    const controller = new AbortController();
    this.#open.set(image, () => controller.abort());
    void this.#fill(image, { x, y, z: z - this.#zoomStep }, controller.signal).then(
      () => done(undefined, image),
      (error: Error) => {
        if (!controller.signal.aborted) done(error, image);
      },
    );
    return image;
  }

  async #fill(image: HTMLImageElement, place: Parameters<LoadTile>[0], signal: AbortSignal): Promise<void> {
    const bytes = await this.#load(place, signal);
    if (bytes === undefined || signal.aborted) return;
    const address = URL.createObjectURL(new Blob([bytes], { type: TILE_TYPES[this.#format] }));
    try {
      image.src = address;
      await image.decode();
    } finally {
      URL.revokeObjectURL(address);
    }
  }
}
