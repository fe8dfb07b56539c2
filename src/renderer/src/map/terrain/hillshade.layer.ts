import L from "leaflet";
import { GROUND_TILE } from "../../../../../server/contracts/elevation.ts";
import type { GroundTile, TileAddress } from "../../../../../server/contracts/ground-tile.ts";
import { drawEnlarged, enlargementOf, SharedPictures } from "../overzoom.ts";
import type { MapMode } from "../palettes.ts";
import { hillshadeOf } from "./hillshade.ts";

export const TERRAIN_PANE = "terrain";
const TILE_PX = 256;

/** The shading of hills, drawn from the heights of the ground; deeper zooms enlarge the last one that has heights. */
export class HillshadeLayer extends L.GridLayer {
  readonly #load: (address: TileAddress) => Promise<GroundTile | undefined>;
  readonly #mode: MapMode;
  readonly #shared = new SharedPictures();
  /** By the tile of the map, the key of its picture. */
  readonly #open = new Map<HTMLElement, string>();

  constructor(load: (address: TileAddress) => Promise<GroundTile | undefined>, mode: MapMode) {
    super({
      pane: TERRAIN_PANE,
      className: "hillshade",
      tileSize: TILE_PX,
      minZoom: GROUND_TILE.minZoom,
      updateWhenZooming: false,
    });
    this.#load = load;
    this.#mode = mode;
    this.on("tileunload", ({ tile }: L.TileEvent) => {
      this.#shared.release(this.#open.get(tile)!);
      this.#open.delete(tile);
    });
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    canvas.width = TILE_PX;
    canvas.height = TILE_PX;
    const enlargement = enlargementOf(coords, GROUND_TILE.maxZoom);
    const { z, x, y } = enlargement.tile;
    const key = `${z}/${x}/${y}`;
    this.#open.set(canvas, key);
    void this.#shared
      .take(key, () => this.#shade(enlargement.tile))
      .then((picture) => {
        if (!this.#open.has(canvas)) return;
        if (picture) {
          drawEnlarged(canvas, picture, enlargement);
          canvas.dataset["drawn"] = this.#mode;
        }
        done(undefined, canvas);
      })
      .catch((error: Error) => {
        if (this.#open.has(canvas)) done(error, canvas);
      });
    return canvas;
  }

  async #shade(address: TileAddress): Promise<ImageBitmap | undefined> {
    const tile = await this.#load(address);
    return tile && createImageBitmap(new ImageData(hillshadeOf(tile, this.#mode), TILE_PX));
  }
}
