import { open } from "node:fs/promises";
import { type MapSetContainer, TIFF_STARTS } from "../../contracts/map-sets.ts";
import { openGeopackage } from "./geopackage.file.ts";
import { openMbtiles } from "./mbtiles.file.ts";
import { createOpenedFiles, type OpenedFiles } from "./opened-files.ts";
import { openPmtiles } from "./pmtiles.file.ts";
import { type Overlay, readOverlay } from "./overlay.file.ts";
import { isGeopackage, disableWriteAheadLog, SQLITE_HEADER_BYTES } from "./sqlite.file.ts";
import { type TileFile, type TileFileFacts, UnusableTileFileError } from "./tile-file.ts";
import type { TileContainer, TileReply, TileRequest } from "./tile-files.messages.ts";

/** Files that stay open, those used last. */
const MAX_OPEN = 16;

/** Overlays that stay converted, those used last. */
const MAX_OVERLAYS = 8;

type Inspectable = TileFile & { readonly inspect: () => Promise<TileFileFacts> | TileFileFacts };
const OPENERS: Readonly<Record<TileContainer, (path: string) => Promise<Inspectable>>> = {
  pmtiles: openPmtiles,
  mbtiles: openMbtiles,
  gpkg: openGeopackage,
};

/** Files that were opened and converted, until they are closed or others were used more recently. */
type Opened = { readonly overlays: OpenedFiles<Overlay>; readonly files: OpenedFiles<TileFile> };

/** Handles requests about files of tiles; for a file that cannot be read the reply is the reason. */
export function createTileReader(): (request: TileRequest) => Promise<TileReply> {
  const opened: Opened = {
    overlays: createOpenedFiles(MAX_OVERLAYS, () => undefined),
    files: createOpenedFiles(MAX_OPEN, (file) => file.close()),
  };
  return async (request) => {
    try {
      return await answer(opened, request);
    } catch (error) {
      const message =
        error instanceof UnusableTileFileError ? error.message : `The file cannot be read: ${messageOf(error)}.`;
      return { kind: "unusable", message };
    }
  };
}

async function answer(opened: Opened, request: TileRequest): Promise<TileReply> {
  switch (request.kind) {
    case "inspect":
      return inspect(request.path, request.mayWrite);
    case "tile": {
      const file = await opened.files.open(request.path, OPENERS[request.container]);
      return { kind: "tile", bytes: await file.readTile(request.tile) };
    }
    case "features":
      return { kind: "features", bytes: (await opened.overlays.open(request.path, readOverlay)).bytes };
    case "close":
      await Promise.all([opened.overlays.close(request.path), opened.files.close(request.path)]);
      return { kind: "closed" };
  }
}

async function inspect(path: string, mayWrite: boolean): Promise<TileReply> {
  const container = await containerOf(path);
  if (container === "geojson" || container === "kml") return { kind: "facts", facts: (await readOverlay(path)).facts };
  if (mayWrite && (container === "mbtiles" || container === "gpkg")) await disableWriteAheadLog(path);
  const file = await OPENERS[container](path);
  try {
    return { kind: "facts", facts: await file.inspect() };
  } finally {
    await file.close();
  }
}

/** The container of a file, from its first bytes; the file name is ignored. */
async function containerOf(path: string): Promise<MapSetContainer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE_HEADER_BYTES), 0, SQLITE_HEADER_BYTES, 0);
    const magic = buffer.toString("latin1", 0, bytesRead);
    if (bytesRead === 0) throw new UnusableTileFileError("The file is empty.");
    if (magic.startsWith("PMTiles")) return "pmtiles";
    if (magic.startsWith("SQLite format 3\0")) return isGeopackage(buffer) ? "gpkg" : "mbtiles";
    if (TIFF_STARTS.some((start) => magic.startsWith(start))) {
      throw new UnusableTileFileError(
        "GeoTIFF is not read: make a GeoPackage of it with GDAL: gdal_translate -of GPKG -co TILING_SCHEME=GoogleMapsCompatible.",
      );
    }
    const text = magic
      .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "")
      .replaceAll("\0", "")
      .trimStart();
    if (text.startsWith("{")) return "geojson";
    if (text.startsWith("<") || magic.startsWith("PK\x03\x04")) return "kml";
    throw new UnusableTileFileError(
      "This is no PMTiles, MBTiles, GeoPackage, KML, KMZ or GeoJSON file, by its first bytes.",
    );
  } finally {
    await handle.close();
  }
}

/** The message without the path that the system adds: it is not meant for the person who uploads a file. */
function messageOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message : "unknown";
}
