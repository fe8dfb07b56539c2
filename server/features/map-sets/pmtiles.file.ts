import { type FileHandle, open } from "node:fs/promises";
import {
  bytesToHeader,
  type Entry,
  type Header,
  PMTiles,
  type RangeResponse,
  SharedPromiseCache,
  type Source,
  tileIdToZxy,
  TileType,
} from "pmtiles";
import { MAX_MAP_ZOOM, type TileFormat } from "../../contracts/map-sets.ts";
import { isRecord } from "../../kernel/is-record.ts";
import { decompressPmtiles, formatOfTile, layerNamesOf, unpacked, widthOfTile } from "./tile-content.rules.ts";
import {
  MAX_TILE_BYTES,
  type TileAddress,
  type TileFile,
  type TileFileFacts,
  UnusableTileFileError,
} from "./tile-file.ts";
import { layersOf, plainText, usableBounds, WORLD } from "./tile-metadata.rules.ts";

const HEADER_BYTES = 127;
const VERSION_AT = 7;
const VERSION = 3;
/** Directories and metadata: a root has at most 16 KiB, leaves are of that order. */
const MAX_PART_BYTES = 32 * 1024 * 1024;
const CACHED_DIRECTORIES = 64;
/** How many tiles are checked before a file is accepted, spread over the file. */
const SAMPLES = 32;
const MAX_DEPTH = 4;

const FORMATS: Readonly<Record<number, TileFormat>> = { 1: "pbf", 2: "png", 3: "jpg", 4: "webp" };
const OTHER_TYPES: Readonly<Record<number, string>> = { 5: "AVIF pictures", 6: "MapLibre vector tiles" };

/** Opens a PMTiles file of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
export async function openPmtiles(
  path: string,
): Promise<TileFile & { readonly inspect: () => Promise<TileFileFacts> }> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const header = await readHeader(handle, size);
    const source = sourceOf(handle, path, size);
    const decompress = async (bytes: ArrayBuffer, compression: number) =>
      exactBuffer(decompressPmtiles(new Uint8Array(bytes), compression, MAX_PART_BYTES));
    const cache = new SharedPromiseCache(CACHED_DIRECTORIES, undefined, decompress);
    const archive = new PMTiles(source, cache, decompress);
    const readTile = async ({ z, x, y }: TileAddress) => {
      const tile = await archive.getZxy(z, x, y);
      if (tile === undefined) return undefined;
      const bytes = new Uint8Array(tile.data);
      return header.tileType === TileType.Mvt ? unpacked(bytes) : bytes;
    };
    return {
      readTile,
      inspect: () => inspect({ header, archive, source, cache, readTile }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readHeader(handle: FileHandle, size: number): Promise<Header> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const { bytesRead } = await handle.read(bytes, 0, HEADER_BYTES, 0);
  const version = bytes[VERSION_AT];
  if (version !== VERSION) {
    throw new UnusableTileFileError(`This is PMTiles of version ${version}; only version ${VERSION} can be read.`);
  }
  if (bytesRead < HEADER_BYTES) throw new UnusableTileFileError("The file ends inside of its header.");
  const header = bytesToHeader(exactBuffer(bytes));
  const end = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (end > size) {
    throw new UnusableTileFileError(`The file is cut off: it has ${size} bytes, and its header speaks of ${end}.`);
  }
  return header;
}

/** Never reads outside of the file, and never more at once than the size of a tile or a directory. */
function sourceOf(handle: FileHandle, path: string, size: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length): Promise<RangeResponse> {
      const bytes = Math.min(length, size - offset);
      if (!(offset >= 0) || !(bytes >= 0) || bytes > MAX_PART_BYTES) {
        throw new UnusableTileFileError("The directory of the file is damaged: it points outside of the file.");
      }
      const data = new Uint8Array(bytes);
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await handle.read(data, at, bytes - at, offset + at);
        if (bytesRead === 0) throw new UnusableTileFileError("The file became shorter while it was read.");
        at += bytesRead;
      }
      return { data: data.buffer };
    },
  };
}

type Archive = {
  readonly header: Header;
  readonly archive: PMTiles;
  readonly source: Source;
  readonly cache: SharedPromiseCache;
  readonly readTile: (tile: TileAddress) => Promise<Uint8Array | undefined>;
};

async function inspect({ header, archive, ...reading }: Archive): Promise<TileFileFacts> {
  const format = FORMATS[header.tileType];
  if (format === undefined) {
    const what = OTHER_TYPES[header.tileType] ?? `tiles of an unknown type (${header.tileType})`;
    throw new UnusableTileFileError(`The file holds ${what}; PNG, JPEG, WebP and Mapbox vector tiles can be shown.`);
  }
  const { minZoom, maxZoom } = header;
  if (minZoom > maxZoom || maxZoom > MAX_MAP_ZOOM) {
    throw new UnusableTileFileError(`The header of the file is damaged: its zooms are ${minZoom} to ${maxZoom}.`);
  }
  const tiles = await sampleTiles({ header, ...reading });
  const metadata = await readPart("metadata", () => archive.getMetadata());
  const { tileSize, layerNames } = await checkTiles(tiles, format, reading.readTile);
  const about = isRecord(metadata) ? metadata : {};
  return {
    container: "pmtiles",
    format,
    name: plainText(about["name"]),
    attribution: plainText(about["attribution"]),
    minZoom,
    maxZoom,
    bounds:
      usableBounds({ west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat }) ?? WORLD,
    tileSize,
    layers: layersOf(about["vector_layers"], layerNames),
  };
}

async function readPart<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnusableTileFileError) throw error;
    throw new UnusableTileFileError(`The ${what} of the file cannot be read: it is damaged.`);
  }
}

/** Addresses of tiles from all over the file: of the root directory, or of the leaves where the root has no tiles. */
async function sampleTiles({
  header,
  source,
  cache,
}: Pick<Archive, "header" | "source" | "cache">): Promise<readonly TileAddress[]> {
  const entriesAt = (offset: number, length: number) =>
    readPart("directory", () => cache.getDirectory(source, offset, length, header));
  let entries: readonly Entry[] = await entriesAt(header.rootDirectoryOffset, header.rootDirectoryLength);
  for (let depth = 0; depth < MAX_DEPTH && entries.length > 0 && entries.every(isLeaf); depth++) {
    const leaves = spread(entries, 4);
    entries = (
      await Promise.all(leaves.map((leaf) => entriesAt(header.leafDirectoryOffset + leaf.offset, leaf.length)))
    ).flat();
  }
  const tiles = entries.filter((entry) => !isLeaf(entry));
  if (tiles.length === 0) throw new UnusableTileFileError("The file contains no tiles.");
  return spread(tiles, SAMPLES).map(({ tileId }) => {
    const [z, x, y] = tileIdToZxy(tileId);
    return { z, x, y };
  });
}

const isLeaf = ({ runLength }: Entry) => runLength === 0;

/** At most this many entries of a list, evenly spread, including the first and the last. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * (list.length - 1)) / (count - 1))]!);
}

/** The width of the pictures, null for vector tiles; and the layers of the tiles that were checked. */
async function checkTiles(
  addresses: readonly TileAddress[],
  format: TileFormat,
  readTile: Archive["readTile"],
): Promise<{ readonly tileSize: number | null; readonly layerNames: ReadonlySet<string> }> {
  let tileSize: number | null = null;
  const layerNames = new Set<string>();
  for (const tile of addresses) {
    const where = `${tile.z}/${tile.x}/${tile.y}`;
    const bytes = await readPart(`tile ${where}`, () => readTile(tile));
    if (bytes === undefined)
      throw new UnusableTileFileError(`The tile ${where} is missing from the file: it is damaged.`);
    if (bytes.length > MAX_TILE_BYTES)
      throw new UnusableTileFileError(`The tile ${where} has ${bytes.length} bytes, which is too many.`);
    if (formatOfTile(bytes) !== format) {
      throw new UnusableTileFileError(`The tile ${where} is not what the file says (${format}): it is damaged.`);
    }
    tileSize ??= widthOfTile(bytes, format) ?? null;
    if (format === "pbf") for (const name of layerNamesOf(bytes) ?? []) layerNames.add(name);
  }
  return { tileSize, layerNames };
}

/** The library takes a buffer, and a view of a part of one would be read from its start. */
function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
