import L from "leaflet";
import { GROUND_TILE } from "../../../../../server/contracts/elevation.ts";
import type { GroundTile, TileAddress } from "../../../../../server/contracts/ground-tile.ts";
import type { MapMode } from "../palettes.ts";
import { hillshadeOf } from "./hillshade.ts";

export const TERRAIN_PANE = "terrain";
const TILE_PX = 256;

/** The shading of hills, drawn from the heights of the ground; deeper zooms enlarge the last one that has heights. */
export class HillshadeLayer extends L.GridLayer {
  readonly #load: (address: TileAddress) => Promise<GroundTile | undefined>;
  readonly #mode: MapMode;

  constructor(load: (address: TileAddress) => Promise<GroundTile | undefined>, mode: MapMode) {
    super({
      pane: TERRAIN_PANE,
      className: "hillshade",
      tileSize: TILE_PX,
      minZoom: GROUND_TILE.minZoom,
      maxNativeZoom: GROUND_TILE.maxZoom,
      updateWhenZooming: false,
    });
    this.#load = load;
    this.#mode = mode;
  }

  protected override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    canvas.width = TILE_PX;
    canvas.height = TILE_PX;
    void this.#load({ x, y, z }).then(
      (tile) => {
        if (tile) {
          canvas.getContext("2d")?.putImageData(new ImageData(hillshadeOf(tile, this.#mode), TILE_PX), 0, 0);
          canvas.dataset["drawn"] = this.#mode;
        }
        done(undefined, canvas);
      },
      (error: Error) => done(error, canvas),
    );
    return canvas;
  }
}
