import { GROUND_TILE } from "../contracts/elevation.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";
import type { Position } from "../kernel/geo.ts";
import { heightAtM, heightAtSample, type HgtTile } from "./hgt.tile.ts";

export function isGroundTile({ z, x, y }: TileAddress): boolean {
  return z >= GROUND_TILE.minZoom && z <= GROUND_TILE.maxZoom && x < 2 ** z && y < 2 ** z;
}

const PIXELS = 256;
const DEGREE = Math.PI / 180;

/**
 * The heights of a tile of a map, in the bytes of the contract; `undefined` where nothing is known.
 *
 * @param findTile the heights of the square degree with a position
 * @param geoidM the height of mean sea level above the ellipsoid at a position, metres
 */
export async function writeGroundTile(
  address: TileAddress,
  findTile: (position: Position) => Promise<HgtTile | undefined>,
  geoidM: (position: Position) => number,
): Promise<Uint8Array | undefined> {
  const { samples, headerBytes } = GROUND_TILE;
  const indexes = Array.from({ length: samples }, (_, index) => index - 1);
  const longitudes = indexes.map((column) => longitudeOf(address, column));
  const latitudes = indexes.map((row) => latitudeOf(address, row));
  const cells = await cellsOf(latitudes, longitudes, findTile);
  const view = new DataView(new ArrayBuffer(headerBytes + samples * samples * 2));
  [latitudes[0]!, latitudes.at(-1)!].forEach((latitude, row) =>
    [longitudes[0]!, longitudes.at(-1)!].forEach((longitude, column) =>
      view.setFloat32((row * 2 + column) * 4, geoidM({ latitude, longitude }), true),
    ),
  );
  let isKnown = false;
  let at = headerBytes;
  for (const latitude of latitudes) {
    for (const longitude of longitudes) {
      const heightM = heightIn(cells, latitude, longitude);
      isKnown ||= !Number.isNaN(heightM);
      view.setUint16(at, encoded(heightM), true);
      at += 2;
    }
  }
  return isKnown ? new Uint8Array(view.buffer) : undefined;
}

type Cells = ReadonlyMap<number, HgtTile>;

async function cellsOf(
  latitudes: readonly number[],
  longitudes: readonly number[],
  findTile: (position: Position) => Promise<HgtTile | undefined>,
): Promise<Cells> {
  const cells = new Map<number, HgtTile>();
  for (const south of new Set(latitudes.map(Math.floor))) {
    for (const west of new Set(longitudes.map(Math.floor))) {
      const tile = await findTile({ latitude: south + 0.5, longitude: west + 0.5 });
      if (tile) cells.set(keyOf(south, west), tile);
    }
  }
  return cells;
}

/** A key that is a number: it is looked up for each of 66,564 heights. */
const keyOf = (south: number, west: number) => south * 1000 + west;

/** NaN where it is not known. */
function heightIn(cells: Cells, latitude: number, longitude: number): number {
  const south = Math.floor(latitude);
  const west = Math.floor(longitude);
  const tile = cells.get(keyOf(south, west));
  if (tile === undefined) return Number.NaN;
  const last = tile.samples - 1;
  const heightM = heightAtSample(tile, (south + 1 - latitude) * last, (longitude - west) * last);
  // Beside a void sample, the others count for more.
  return Number.isNaN(heightM) ? (heightAtM(tile, { latitude, longitude }) ?? Number.NaN) : heightM;
}

function encoded(heightM: number): number {
  if (Number.isNaN(heightM)) return GROUND_TILE.unknown;
  const steps = Math.round((heightM - GROUND_TILE.lowestM) * GROUND_TILE.stepsPerMetre);
  return Math.max(0, Math.min(GROUND_TILE.unknown - 1, steps));
}

/** Of the middle of a pixel; beyond the antimeridian on its other side. */
function longitudeOf({ z, x }: TileAddress, column: number): number {
  const longitude = ((x + (column + 0.5) / PIXELS) / 2 ** z) * 360 - 180;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

function latitudeOf({ z, y }: TileAddress, row: number): number {
  const fromNorth = (y + (row + 0.5) / PIXELS) / 2 ** z;
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * fromNorth))) / DEGREE;
}
