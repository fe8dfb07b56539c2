import { GROUND_TILE } from "../contracts/elevation.ts";
import { wrapLongitude } from "../contracts/great-circle.ts";
import type { TileAddress } from "../contracts/ground-tile.ts";
import type { Position } from "../kernel/geo.ts";
import { heightAtM, heightsAlong, type HgtTile, type SampleColumns, sampleColumns } from "./hgt.tile.ts";

export function isGroundTile({ z, x, y }: TileAddress): boolean {
  return z >= GROUND_TILE.minZoom && z <= GROUND_TILE.maxZoom && x < 2 ** z && y < 2 ** z;
}

const PIXELS = 256;
const DEGREE = Math.PI / 180;

/**
 * The heights of a map tile, encoded as in the contract; `undefined` where none is known.
 *
 * @param findTile the heights of the square degree with a position
 * @param geoidM the height of mean sea level above the ellipsoid at a position, metres
 */
export async function writeGroundTile(
  address: TileAddress,
  findTile: (position: Position) => Promise<HgtTile | undefined>,
  geoidM: (position: Position) => number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
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
  const spans = spansOf(longitudes, cells);
  let isKnown = false;
  for (const [row, latitude] of latitudes.entries()) {
    const south = Math.floor(latitude);
    for (const span of spans) {
      const tile = cells.get(keyOf(south, span.west));
      const at = headerBytes + (row * samples + span.from) * 2;
      if (writeHeights(view, at, { tile, latitude, span })) isKnown = true;
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

const keyOf = (south: number, west: number) => south * 1000 + west;

/** The columns of a tile within one degree of longitude. */
type Span = {
  readonly from: number;
  readonly west: number;
  readonly longitudes: readonly number[];
  /** Where the columns are in a file, by the samples per row of those below them. */
  readonly columnsOf: ReadonlyMap<number, SampleColumns>;
};

function spansOf(longitudes: readonly number[], cells: Cells): readonly Span[] {
  const samples = new Set([...cells.values()].map((tile) => tile.samples));
  return [...new Set(longitudes.map(Math.floor))].map((west) => {
    const own = longitudes.filter((longitude) => Math.floor(longitude) === west);
    const columnsOf = new Map([...samples].map((count) => [count, sampleColumns(own, west, count)]));
    return { from: longitudes.indexOf(own[0]!), west, longitudes: own, columnsOf };
  });
}

/** Writes the heights of a row of a span; false where none is known. */
function writeHeights(
  view: DataView,
  first: number,
  { tile, latitude, span }: { readonly tile: HgtTile | undefined; readonly latitude: number; readonly span: Span },
): boolean {
  const { longitudes, columnsOf } = span;
  const columns = tile && columnsOf.get(tile.samples);
  const heightsM = columns && heightsAlong(tile, latitude, columns);
  let isKnown = false;
  for (let index = 0; index < longitudes.length; index++) {
    let heightM = heightsM?.[index] ?? Number.NaN;
    // If one sample is void, the others get more weight.
    if (tile && Number.isNaN(heightM))
      heightM = heightAtM(tile, { latitude, longitude: longitudes[index]! }) ?? heightM;
    isKnown ||= !Number.isNaN(heightM);
    view.setUint16(first + index * 2, encoded(heightM), true);
  }
  return isKnown;
}

function encoded(heightM: number): number {
  if (Number.isNaN(heightM)) return GROUND_TILE.unknown;
  const steps = Math.round((heightM - GROUND_TILE.lowestM) * GROUND_TILE.stepsPerMetre);
  return Math.max(0, Math.min(GROUND_TILE.unknown - 1, steps));
}

/** Longitude of the middle of a pixel; beyond the antimeridian on its other side. */
function longitudeOf({ z, x }: TileAddress, column: number): number {
  return wrapLongitude(((x + (column + 0.5) / PIXELS) / 2 ** z) * 360 - 180);
}

function latitudeOf({ z, y }: TileAddress, row: number): number {
  const fromNorth = (y + (row + 0.5) / PIXELS) / 2 ** z;
  return Math.atan(Math.sinh(Math.PI * (1 - 2 * fromNorth))) / DEGREE;
}
