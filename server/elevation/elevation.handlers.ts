import { type elevationRoutes, GROUND_TILE } from "../contracts/elevation.ts";
import { failure } from "../kernel/failure.ts";
import { loadGeoid } from "../kernel/geoid.ts";
import type { Handlers } from "../kernel/handler.ts";
import { isGroundTile } from "./ground-tile.rules.ts";
import type { GroundTiles } from "./ground-tiles.ts";
import type { FindGround } from "./index.ts";

/** Files are added to the folder now and then. */
const TILE_CACHE = "private, max-age=3600";

export function createElevationHandlers(findGround: FindGround, tiles: GroundTiles): Handlers<typeof elevationRoutes> {
  return {
    async getElevation({ query: { latitude, longitude } }) {
      const position = { latitude, longitude };
      const [ground, geoid] = await Promise.all([findGround(position), loadGeoid()]);
      return {
        status: 200,
        body: {
          ground: ground?.heightM ?? null,
          geoid: Math.round(geoid.ellipsoidFromSeaLevelM(position, 0) * 1000) / 1000,
          source: ground?.source ?? null,
        },
      };
    },

    async getGroundModel() {
      const { minZoom, maxZoom } = GROUND_TILE;
      return { status: 200, body: { min_zoom: minZoom, max_zoom: maxZoom, cells: [...(await tiles.listCells())] } };
    },

    async getGroundTile({ params }) {
      if (!isGroundTile(params)) return failure(404, "not_found", "There is no such tile: zoom 9 to 12 have some.");
      const bytes = await tiles.readTile(params);
      if (bytes === undefined) return { status: 204 };
      const headers = { "Content-Type": GROUND_TILE.contentType, "Cache-Control": TILE_CACHE };
      return { status: 200, headers, body: bytes };
    },
  };
}
