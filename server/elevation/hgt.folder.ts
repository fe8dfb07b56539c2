import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { unzip } from "fflate";
import type { Position } from "../kernel/geo.ts";
import type { GroundCell } from "../contracts/elevation.ts";
import { cellOfName, heightAtM, hgtName, type HgtTile, readHgtTile } from "./hgt.tile.ts";

/** Memory for four tiles of one arc second, which have 26 MB each, or 35 of three. */
export const MAX_TILE_BYTES = 4 * 3601 * 3601 * 2;
/** `n43e007.hgt`, `N43E007.hgt.zip`, `N43E007.SRTMGL1.hgt.zip` */
const TILE_FILE = /^([NS]\d\d[EW]\d\d\d)(?:\.SRTMGL[13])?\.hgt(?:\.zip)?$/i;

/** Heights from a folder of SRTM tiles (`N43E007.hgt`, optionally zipped), a few of which are cached in memory. */
export function createHgtFolder(folder: string): (position: Position) => Promise<number | undefined> {
  const tileOf = createTileCache(MAX_TILE_BYTES, (position) => readTileOf(folder, position));
  return async (position) => {
    const tile = await tileOf(position);
    return tile === undefined ? undefined : heightAtM(tile, position);
  };
}

type FindTile = (position: Position) => Promise<HgtTile | undefined>;

type CachedTile = { readonly tile: Promise<HgtTile | undefined>; bytes: number };

/** Caches the most recently used tiles, as many as have room; one in any case. */
export function createTileCache(maxBytes: number, load: FindTile): FindTile {
  const tiles = new Map<string, CachedTile>();
  let bytes = 0;

  function forget(name: string, cached: CachedTile): void {
    if (tiles.get(name) !== cached) return;
    tiles.delete(name);
    bytes -= cached.bytes;
  }

  /** Once it is known how large a tile is. Without caching failures: a missing tile may be added later, and a failing folder recover. */
  function settle(name: string, cached: CachedTile, loaded: HgtTile | undefined): void {
    if (loaded === undefined || tiles.get(name) !== cached) return forget(name, cached);
    cached.bytes = loaded.bytes.length;
    bytes += cached.bytes;
    for (const [oldest, one] of tiles) {
      if (bytes <= maxBytes || tiles.size === 1) return;
      forget(oldest, one);
    }
  }

  return (position) => {
    const name = hgtName(position);
    const known = tiles.get(name);
    const cached = known ?? { tile: load(position), bytes: 0 };
    // Move the tile to the end of the map: the least recently used one is evicted first.
    tiles.delete(name);
    tiles.set(name, cached);
    if (known === undefined) {
      cached.tile.then(
        (loaded) => settle(name, cached, loaded),
        () => forget(name, cached),
      );
    }
    return cached.tile;
  };
}

/** The square degrees of which the folder has a file, by its name. */
export async function listCells(folder: string): Promise<readonly GroundCell[]> {
  const cells = new Map<string, GroundCell>();
  for (const file of await readdir(folder)) {
    const name = TILE_FILE.exec(file)?.[1];
    const cell = name === undefined ? undefined : cellOfName(name);
    if (cell !== undefined) cells.set(`${cell.south} ${cell.west}`, cell);
  }
  return [...cells.values()];
}

export async function readTileOf(folder: string, position: Position): Promise<HgtTile | undefined> {
  const name = hgtName(position);
  const files = await readdir(folder);
  const file = files.find((one) => TILE_FILE.exec(one)?.[1]?.toUpperCase() === name);
  // Reading a named pipe would wait endlessly.
  if (file === undefined || !(await stat(join(folder, file))).isFile()) return undefined;
  const bytes = await readFile(join(folder, file));
  return readHgtTile(file.toLowerCase().endsWith(".zip") ? await inflate(bytes) : bytes, position);
}

function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    unzip(bytes, { filter: (entry) => entry.name.toLowerCase().endsWith(".hgt") }, (error, entries) => {
      if (error) reject(error);
      else resolve(Object.values(entries)[0] ?? new Uint8Array());
    });
  });
}
