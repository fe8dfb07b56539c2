import type { Position } from "../kernel/geo.ts";

/** One degree by one degree of heights above sea level (EGM96), from the north-west corner eastwards, row by row. */
export type HgtTile = {
  /** South-west corner, whole degrees. */
  readonly south: number;
  readonly west: number;
  /** Samples of a row; 1201 three, 3601 one arc second apart. Edges are shared with the neighbours. */
  readonly samples: number;
  /** Big-endian 16-bit metres. */
  readonly bytes: Uint8Array;
};

const VOID_M = -32_768;
const SAMPLES_PER_SIDE: readonly number[] = [1201, 3601];

/** The name of the tile that a position lies in: `N43E007`, by its south-west corner. */
export function hgtName({ latitude, longitude }: Position): string {
  const { south, west } = cornerOf({ latitude, longitude });
  const pad = (degrees: number, digits: number) => String(Math.abs(degrees)).padStart(digits, "0");
  return `${south < 0 ? "S" : "N"}${pad(south, 2)}${west < 0 ? "W" : "E"}${pad(west, 3)}`;
}

/** The tile of a file's bytes; `undefined` where their number is not that of a tile. */
export function readHgtTile(bytes: Uint8Array, position: Position): HgtTile | undefined {
  const samples = SAMPLES_PER_SIDE.find((side) => bytes.length === side * side * 2);
  return samples === undefined ? undefined : { ...cornerOf(position), samples, bytes };
}

/** Height above sea level in metres between the four samples around a position; `undefined` where none of them is known. */
export function heightAtM(tile: HgtTile, { latitude, longitude }: Position): number | undefined {
  const last = tile.samples - 1;
  const x = (longitude - tile.west) * last;
  const y = (tile.south + 1 - latitude) * last;
  const column = Math.min(last - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(last - 1, Math.max(0, Math.floor(y)));
  const [right, down] = [x - column, y - row];
  const corners = [
    { heightM: sampleM(tile, row, column), weight: (1 - right) * (1 - down) },
    { heightM: sampleM(tile, row, column + 1), weight: right * (1 - down) },
    { heightM: sampleM(tile, row + 1, column), weight: (1 - right) * down },
    { heightM: sampleM(tile, row + 1, column + 1), weight: right * down },
  ].filter(({ heightM }) => heightM !== VOID_M);
  // A hole in the data is filled from the corners that are known.
  const weight = corners.reduce((sum, corner) => sum + corner.weight, 0);
  if (corners.length === 0) return undefined;
  if (weight === 0) return corners[0]!.heightM;
  return corners.reduce((sum, corner) => sum + corner.heightM * corner.weight, 0) / weight;
}

function sampleM({ bytes, samples }: HgtTile, row: number, column: number): number {
  const at = (row * samples + column) * 2;
  return (((bytes[at]! << 8) | bytes[at + 1]!) << 16) >> 16;
}

/** The pole and the antimeridian belong to the tiles before them. */
function cornerOf({ latitude, longitude }: Position): { readonly south: number; readonly west: number } {
  return { south: Math.min(89, Math.floor(latitude)), west: Math.min(179, Math.floor(longitude)) };
}
