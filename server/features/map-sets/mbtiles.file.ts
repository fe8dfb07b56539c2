import { type FileHandle, open } from "node:fs/promises";
import type { TileFormat } from "../../contracts/map-sets.ts";
import { isDamagedDatabase, openTileDatabase, type TileDatabase } from "../../storage/tile-database.ts";
import { formatOfTile, layerNamesOf, unpacked, widthOfTile } from "./tile-content.rules.ts";
import {
  type Bounds,
  MAX_TILE_BYTES,
  type TileAddress,
  type TileFile,
  type TileFileFacts,
  UnusableTileFileError,
} from "./tile-file.ts";
import { isRecord, layersOf, plainText, usableBounds, WORLD } from "./tile-metadata.rules.ts";

const HEADER_BYTES = 100;
/** SQLite's file format, 1.3: where its header says what is checked here. */
const HEADER = { pageSize: 16, writeVersion: 18, readVersion: 19, changes: 24, pages: 28, validFor: 92 };
const WRITE_AHEAD_LOG = 2;
const ROLLBACK_JOURNAL = 1;
/** A page size of 65536 does not fit into two bytes. */
const MAX_PAGE_BYTES = 65_536;
const SAMPLES_PER_ZOOM = 2;
const PBF_NAMES = ["pbf", "mvt"];

/** Opens an MBTiles file (https://github.com/mapbox/mbtiles-spec, 1.3): SQLite with its rows counted from the south. */
export async function openMbtiles(path: string): Promise<TileFile & { readonly inspect: () => TileFileFacts }> {
  const problem = await withFile(path, "r", findProblem);
  if (problem !== undefined) throw new UnusableTileFileError(problem);
  const db = readable(() => openTileDatabase(path, MAX_TILE_BYTES));
  return {
    readTile({ z, x, y }: TileAddress) {
      const bytes = db.tile(z, x, 2 ** z - 1 - y);
      if (bytes === undefined) return undefined;
      return unpacked(bytes);
    },
    inspect: () => readable(() => inspect(db)),
    close: () => db.close(),
  };
}

/**
 * Makes an uploaded file one that is only read: with a write-ahead log, SQLite would want to write beside it. The log
 * itself is another file, and was not uploaded.
 */
export async function leaveWriteAheadLog(path: string): Promise<void> {
  await withFile(path, "r+", async (handle) => {
    const header = await readHeader(handle);
    if (header[HEADER.readVersion] !== WRITE_AHEAD_LOG) return;
    await handle.write(Uint8Array.of(ROLLBACK_JOURNAL, ROLLBACK_JOURNAL), 0, 2, HEADER.writeVersion);
    await handle.sync();
  });
}

async function findProblem(handle: FileHandle): Promise<string | undefined> {
  const header = await readHeader(handle);
  const { size } = await handle.stat();
  if (header.length < HEADER_BYTES) return "The file ends inside of its header.";
  if (header[HEADER.readVersion] === WRITE_AHEAD_LOG) {
    return "The file is in SQLite's write-ahead mode and would have to be written to: upload it, or switch it over (PRAGMA journal_mode=DELETE).";
  }
  const page = header.readUInt16BE(HEADER.pageSize);
  const pageSize = page === 1 ? MAX_PAGE_BYTES : page;
  const pages = header.readUInt32BE(HEADER.pages);
  // Very old programs do not keep the number of pages; then it is not valid for the last change.
  const isKept = header.readUInt32BE(HEADER.changes) === header.readUInt32BE(HEADER.validFor);
  return isKept && pages * pageSize > size
    ? `The file is cut off: it has ${size} bytes, and its header speaks of ${pages * pageSize}.`
    : undefined;
}

async function readHeader(handle: FileHandle) {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function withFile<T>(path: string, mode: "r" | "r+", use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, mode);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!isDamagedDatabase(error)) throw error;
    throw new UnusableTileFileError(`The database of the file is damaged: ${(error as Error).message}.`);
  }
}

function inspect(db: TileDatabase): TileFileFacts {
  if (!db.hasTable("tiles", ["zoom_level", "tile_column", "tile_row", "tile_data"])) {
    throw new UnusableTileFileError("This is a SQLite database without the table `tiles`, so it is no MBTiles file.");
  }
  const metadata = db.hasTable("metadata", ["name", "value"]) ? db.metadata() : new Map<string, string>();
  const zooms = db.zooms();
  const [minZoom, maxZoom] = [zooms[0], zooms.at(-1)];
  if (minZoom === undefined || maxZoom === undefined) throw new UnusableTileFileError("The file contains no tiles.");
  const { format, tileSize, layerNames } = checkTiles(db, zooms, metadata.get("format"));
  return {
    container: "mbtiles",
    format,
    name: plainText(metadata.get("name")),
    attribution: plainText(metadata.get("attribution")),
    minZoom,
    maxZoom,
    bounds: boundsOf(metadata.get("bounds")) ?? boundsOfTiles(db, maxZoom),
    tileSize,
    layers: layersOf(vectorLayersOf(metadata.get("json")), layerNames),
  };
}

function checkTiles(db: TileDatabase, zooms: readonly number[], stated: string | undefined) {
  let format: TileFormat | undefined;
  let tileSize: number | null = null;
  const layerNames = new Set<string>();
  for (const zoom of zooms) {
    for (const { column, row, bytes } of db.samples(zoom, SAMPLES_PER_ZOOM)) {
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

/** From the outermost tiles of the deepest zoom, for a file that does not say what it covers. */
function boundsOfTiles(db: TileDatabase, zoom: number): Bounds {
  const { minColumn, maxColumn, minRow, maxRow } = db.rangeOf(zoom);
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
