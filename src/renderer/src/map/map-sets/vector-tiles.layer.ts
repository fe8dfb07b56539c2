import Point from "@mapbox/point-geometry";
import L from "leaflet";
import { Labelers, paint, PmtilesSource, type PreparedTile, TileCache, type TileSource, View } from "protomaps-leaflet";
import type { MapMode } from "../palettes.ts";
import { mapSetBoundsOf, type LoadTile, type MapSetLayerOptions, SETS_PANE } from "./map-set-options.ts";
import { withCurrentNames } from "./protomaps-schema.ts";
import { createVectorStyle, type VectorStyle } from "./vector-style.ts";

const TILE_PX = 256;
/** A data tile is drawn in four parts: the zoom of the view is this much deeper than that of the data. */
const LEVEL_DIFFERENCE = 1;
/** Labels and wide lines reach into the next tile. */
const MARGIN_PX = 16;
const MAX_LABELED_TILES = 16;

interface OpenTile {
  readonly canvas: HTMLCanvasElement;
  readonly coords: L.Coords;
}

/** Features of a map set, drawn with the painter of protomaps-leaflet into the tiles of a Leaflet grid. */
export class VectorTiles extends L.GridLayer {
  readonly #view: View;
  readonly #style: VectorStyle;
  readonly #labelers: Labelers;
  readonly #open = new Map<HTMLElement, OpenTile>();

  constructor(set: MapSetLayerOptions, load: LoadTile, mode: MapMode) {
    super({
      pane: SETS_PANE,
      className: "map-set-vector",
      tileSize: TILE_PX,
      minZoom: set.min_zoom === 0 ? 0 : set.min_zoom + LEVEL_DIFFERENCE,
      bounds: mapSetBoundsOf(set),
      updateWhenZooming: false,
    });
    const archive = new PmtilesSource(archiveOf(load), false);
    const source: TileSource =
      set.style === "protomaps"
        ? { get: async (place, tileSize) => withCurrentNames(await archive.get(place, tileSize)) }
        : archive;
    this.#view = new View(new TileCache(source, TILE_PX << LEVEL_DIFFERENCE), set.max_zoom, LEVEL_DIFFERENCE);
    this.#style = createVectorStyle(set.style, mode);
    const scratch = document.createElement("canvas").getContext("2d")!;
    this.#labelers = new Labelers(scratch, this.#style.labels, MAX_LABELED_TILES, (keys) => this.#drawAgain(keys));
    this.on("tileunload", ({ tile }: L.TileEvent) => void this.#open.delete(tile));
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    this.#open.set(canvas, { canvas, coords });
    void this.#draw({ canvas, coords }).then(
      () => done(undefined, canvas),
      (error: Error) => done(error, canvas),
    );
    return canvas;
  }

  /** Labels of one tile may move those of the tiles beside it. */
  #drawAgain(keys: ReadonlySet<string>): void {
    for (const tile of this.#open.values()) {
      const { x, y, z } = tile.coords;
      // A tile that cannot be loaded again stays as it was drawn.
      if (keys.has(`${x}:${y}:${z}`)) void this.#draw(tile).catch(() => undefined);
    }
  }

  async #draw(tile: OpenTile): Promise<void> {
    const { canvas, coords } = tile;
    const prepared = await this.#view.getDisplayTile(coords);
    if (!this.#open.has(canvas) || prepared.data.size === 0) return;
    this.#style.learn(prepared.data.keys());
    const tiles = new Map<string, PreparedTile[]>([["", [prepared]]]);
    this.#labelers.add(coords.z, tiles);
    const context = canvas.getContext("2d");
    if (!context) return;
    const ratio = Math.min(2, window.devicePixelRatio);
    canvas.width = TILE_PX * ratio;
    canvas.height = TILE_PX * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const origin = new Point(TILE_PX * coords.x, TILE_PX * coords.y);
    const area = {
      minX: origin.x - MARGIN_PX,
      minY: origin.y - MARGIN_PX,
      maxX: origin.x + TILE_PX + MARGIN_PX,
      maxY: origin.y + TILE_PX + MARGIN_PX,
    };
    const labels = this.#labelers.getIndex(coords.z) ?? null;
    paint(context, coords.z, tiles, labels, this.#style.paint, area, origin, false);
  }
}

/** Replaces the library's reader of archives, of which it calls only this function. */
function archiveOf(load: LoadTile): ConstructorParameters<typeof PmtilesSource>[0] {
  const archive = {
    async getZxy(z: number, x: number, y: number, signal?: AbortSignal) {
      const data = await load({ z, x, y }, signal);
      return data === undefined ? undefined : { data };
    },
  };
  return archive as unknown as ConstructorParameters<typeof PmtilesSource>[0];
}
