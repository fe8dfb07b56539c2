import type { TileFormat } from "../../contracts/map-sets.ts";
import { isRecord } from "../../kernel/is-record.ts";
import type { TileDatabase, TileTable } from "../../storage/tile-database.ts";
import { formatOfTile, layerNamesOf, unpacked, widthOfTile } from "./tile-content.rules.ts";
import { openDatabaseFile, readable } from "./sqlite.file.ts";
import {
  type Bounds,
  type TileAddress,
  type TileFile,
  type TileFileFacts,
  UnusableTileFileError,
} from "./tile-file.ts";
import { layersOf, plainText, usableBounds, WORLD } from "./tile-metadata.rules.ts";

const SAMPLES_PER_ZOOM = 2;
const PBF_NAMES = ["pbf", "mvt"];

/** Opens an MBTiles file (https://github.com/mapbox/mbtiles-spec, 1.3): SQLite with its rows counted from the south. */
export async function openMbtiles(path: string): Promise<TileFile & { readonly inspect: () => TileFileFacts }> {
  const db = await openDatabaseFile(path);
  const tiles = db.tiles("tiles");
  return {
    readTile({ z, x, y }: TileAddress) {
      const bytes = tiles.tile(z, x, 2 ** z - 1 - y);
      if (bytes === undefined) return undefined;
      return unpacked(bytes);
    },
    inspect: () => readable(() => inspect(db, tiles)),
    close: () => db.close(),
  };
}

function inspect(db: TileDatabase, tiles: TileTable): TileFileFacts {
  if (!db.hasTable("tiles", ["zoom_level", "tile_column", "tile_row", "tile_data"])) {
    throw new UnusableTileFileError("This is a SQLite database without the table `tiles`, so it is no MBTiles file.");
  }
  const metadata = db.hasTable("metadata", ["name", "value"]) ? db.metadata() : new Map<string, string>();
  const zooms = tiles.zooms();
  const [minZoom, maxZoom] = [zooms[0], zooms.at(-1)];
  if (minZoom === undefined || maxZoom === undefined) throw new UnusableTileFileError("The file contains no tiles.");
  const { format, tileSize, layerNames } = checkTiles(tiles, zooms, metadata.get("format"));
  return {
    container: "mbtiles",
    format,
    name: plainText(metadata.get("name")),
    attribution: plainText(metadata.get("attribution")),
    minZoom,
    maxZoom,
    bounds: boundsOf(metadata.get("bounds")) ?? boundsOfTiles(tiles, maxZoom),
    tileSize,
    layers: layersOf(vectorLayersOf(metadata.get("json")), layerNames),
  };
}

function checkTiles(tiles: TileTable, zooms: readonly number[], stated: string | undefined) {
  let format: TileFormat | undefined;
  let tileSize: number | null = null;
  const layerNames = new Set<string>();
  for (const zoom of zooms) {
    for (const { column, row, bytes } of tiles.samples(zoom, SAMPLES_PER_ZOOM)) {
      const where = `${zoom}/${column}/${2 ** zoom - 1 - row}`;
      const found = bytes === null ? undefined : formatOfTile(bytes);
      if (found === undefined || bytes === null) {
        const statement = stated === undefined ? "" : ` The file says ${plainText(stated)}.`;
        throw new UnusableTileFileError(
          `The tile ${where} is none of PNG, JPEG, WebP and Mapbox vector tile, so it cannot be shown.${statement}`,
        );
      }
      if (format !== undefined && format !== found) {
        throw new UnusableTileFileError(
          `The file mixes ${format} and ${found} tiles (${where}), which cannot be shown.`,
        );
      }
      format = found;
      tileSize ??= widthOfTile(bytes, found) ?? null;
      if (found === "pbf") for (const name of layerNamesOf(bytes) ?? []) layerNames.add(name);
    }
  }
  const isStated = stated !== undefined && PBF_NAMES.includes(stated.toLowerCase()) && format !== "pbf";
  if (format === undefined || isStated)
    throw new UnusableTileFileError(`The file says ${plainText(stated)}, and its tiles are ${format}.`);
  return { format, tileSize, layerNames };
}

function boundsOf(text: string | undefined): Bounds | undefined {
  const [west, south, east, north, ...others] = (text ?? "").split(",").map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  return others.length > 0 ? undefined : usableBounds({ west, south, east, north });
}

/** The bounds of the tiles of the deepest zoom, for a file that does not declare its bounds. */
function boundsOfTiles(tiles: TileTable, zoom: number): Bounds {
  const { minColumn, maxColumn, minRow, maxRow } = tiles.rangeOf(zoom);
  const across = 2 ** zoom;
  const longitude = (column: number) => (column / across) * 360 - 180;
  // Rows are counted from the south.
  const latitude = (row: number) => (Math.atan(Math.sinh((2 * row * Math.PI) / across - Math.PI)) * 180) / Math.PI;
  const bounds = {
    west: longitude(minColumn),
    south: latitude(minRow),
    east: longitude(maxColumn + 1),
    north: latitude(maxRow + 1),
  };
  return usableBounds(bounds) ?? WORLD;
}

function vectorLayersOf(json: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return isRecord(value) ? value["vector_layers"] : undefined;
  } catch {
    return undefined;
  }
}
