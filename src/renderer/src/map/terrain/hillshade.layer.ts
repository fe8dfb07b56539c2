import L from "leaflet";
import { GROUND_TILE } from "../../../../../server/contracts/elevation.ts";
import type { GroundTile, TileAddress } from "../../../../../server/contracts/ground-tile.ts";
import { EnlargedTiles, enlargementOf } from "../overzoom.ts";
import type { MapMode } from "../palettes.ts";
import { computeHillshade } from "./hillshade.ts";

export const TERRAIN_PANE = "terrain";
const TILE_PX = 256;

/** The shading of hills, from the heights of the ground; deeper zooms enlarge the deepest tiles that have heights. */
export class HillshadeLayer extends L.GridLayer {
  readonly #load: (address: TileAddress) => Promise<GroundTile | undefined>;
  readonly #mode: MapMode;
  readonly #tiles: EnlargedTiles;

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
    this.#tiles = new EnlargedTiles(this, (address) => this.#shade(address), mode);
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    return this.#tiles.create(enlargementOf(coords, GROUND_TILE.maxZoom), done);
  }

  async #shade(address: TileAddress): Promise<ImageBitmap | undefined> {
    const tile = await this.#load(address);
    return tile && createImageBitmap(new ImageData(computeHillshade(tile, this.#mode), TILE_PX));
  }
}
