import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { unzip } from "fflate";
import type { Position } from "../kernel/geo.ts";
import type { GroundCell } from "../contracts/elevation.ts";
import { cellOfName, heightAtM, hgtName, type HgtTile, readHgtTile } from "./hgt.tile.ts";

/** Tiles kept in memory; a tile of one arc second has 26 MB. */
const MAX_TILES = 4;
/** `n43e007.hgt`, `N43E007.hgt.zip`, `N43E007.SRTMGL1.hgt.zip` */
const TILE_FILE = /^([NS]\d\d[EW]\d\d\d)(?:\.SRTMGL[13])?\.hgt(?:\.zip)?$/i;

/** Heights from a folder of SRTM tiles (`N43E007.hgt`, optionally zipped), a few of which are cached in memory. */
export function createHgtFolder(folder: string): (position: Position) => Promise<number | undefined> {
  const tileOf = createTileCache(MAX_TILES, (position) => readTileOf(folder, position));
  return async (position) => {
    const tile = await tileOf(position);
    return tile === undefined ? undefined : heightAtM(tile, position);
  };
}

type FindTile = (position: Position) => Promise<HgtTile | undefined>;

/** Keeps the tiles used last. */
export function createTileCache(maxTiles: number, load: FindTile): FindTile {
  const tiles = new Map<string, Promise<HgtTile | undefined>>();

  return (position) => {
    const name = hgtName(position);
    const known = tiles.get(name);
    // Move the tile to the end of the map: the least recently used one is evicted first.
    tiles.delete(name);
    const tile = known ?? load(position);
    tiles.set(name, tile);
    if (tiles.size > maxTiles) tiles.delete(tiles.keys().next().value!);
    // Do not cache failures: a missing tile may be added later, and a failing folder may recover.
    const forget = () => void (tiles.get(name) === tile && tiles.delete(name));
    tile.then((loaded) => loaded ?? forget(), forget);
    return tile;
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
  // Reading a named pipe would wait for ever.
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
