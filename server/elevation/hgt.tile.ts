import type { Position } from "../kernel/geo.ts";

/** One square degree of heights above mean sea level (EGM96), row by row from the north-west corner eastwards. */
export type HgtTile = {
  /** South-west corner, whole degrees. */
  readonly south: number;
  readonly west: number;
  /**
   * Samples per row: 1201 (three arc seconds) or 3601 (one arc second). Edge samples are shared with neighbouring
   * tiles.
   */
  readonly samples: number;
  /** Signed 16-bit big-endian heights in metres. */
  readonly bytes: Uint8Array;
};

const VOID_M = -32_768;
const SAMPLES_PER_SIDE: readonly number[] = [1201, 3601];

/** The name of the tile that contains a position, from its south-west corner: `N43E007`. */
export function hgtName({ latitude, longitude }: Position): string {
  const { south, west } = cornerOf({ latitude, longitude });
  const pad = (degrees: number, digits: number) => String(Math.abs(degrees)).padStart(digits, "0");
  return `${south < 0 ? "S" : "N"}${pad(south, 2)}${west < 0 ? "W" : "E"}${pad(west, 3)}`;
}

/** The south-west corner by the name of a tile; `undefined` where there is no such place. */
export function cellOfName(name: string): { readonly south: number; readonly west: number } | undefined {
  const [north, east] = [Number(name.slice(1, 3)), Number(name.slice(4, 7))];
  const south = /^s/i.test(name) ? -north : north;
  const west = /w/i.test(name) ? -east : east;
  return south < -90 || south > 89 || west < -180 || west > 179 ? undefined : { south, west };
}

/** The tile in a file's bytes; `undefined` when the file size is not that of a tile. */
export function readHgtTile(bytes: Uint8Array, position: Position): HgtTile | undefined {
  const samples = SAMPLES_PER_SIDE.find((side) => bytes.length === side * side * 2);
  return samples === undefined ? undefined : { ...cornerOf(position), samples, bytes };
}

/**
 * Height above mean sea level in metres, interpolated from the four samples around a position; `undefined` if all are
 * void.
 */
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
  // Void samples are left out and the weights of the others scaled up.
  const weight = corners.reduce((sum, corner) => sum + corner.weight, 0);
  if (corners.length === 0) return undefined;
  if (weight === 0) return corners[0]!.heightM;
  return corners.reduce((sum, corner) => sum + corner.heightM * corner.weight, 0) / weight;
}

/**
 * The positions of some longitudes among the samples of a row: the sample west of each, and the fraction of the way to
 * the next.
 */
export type SampleColumns = { readonly left: Int32Array; readonly right: Float64Array };

export function sampleColumns(longitudes: readonly number[], west: number, samples: number): SampleColumns {
  const last = samples - 1;
  const columns = longitudes.map((longitude) => (longitude - west) * last);
  const left = Int32Array.from(columns, (column) => Math.min(last - 1, Math.max(0, Math.floor(column))));
  return { left, right: Float64Array.from(columns, (column, index) => column - left[index]!) };
}

/**
 * The same for many places of one latitude, for whole map tiles: 258 rows of as many. NaN where one of the four samples
 * is void.
 */
export function heightsAlong(tile: HgtTile, latitude: number, { left, right }: SampleColumns): Float64Array {
  const { bytes, samples } = tile;
  const row = (tile.south + 1 - latitude) * (samples - 1);
  const top = Math.min(samples - 2, Math.max(0, Math.floor(row)));
  const down = row - top;
  const heightsM = new Float64Array(left.length);
  for (let index = 0; index < left.length; index++) {
    const north = (top * samples + left[index]!) * 2;
    const south = north + samples * 2;
    const northWest = int16(bytes, north);
    const northEast = int16(bytes, north + 2);
    const southWest = int16(bytes, south);
    const southEast = int16(bytes, south + 2);
    const isVoid = northWest === VOID_M || northEast === VOID_M || southWest === VOID_M || southEast === VOID_M;
    const part = right[index]!;
    heightsM[index] = isVoid
      ? Number.NaN
      : (northWest * (1 - part) + northEast * part) * (1 - down) + (southWest * (1 - part) + southEast * part) * down;
  }
  return heightsM;
}

/** A tile of three arc seconds from one of a single one: every third sample, a ninth of the memory. */
export function toThreeArcSeconds(tile: HgtTile): HgtTile {
  const [fine, coarse] = [3601, 1201];
  if (tile.samples !== fine) return tile;
  const bytes = new Uint8Array(coarse * coarse * 2);
  for (let row = 0; row < coarse; row++) {
    for (let column = 0; column < coarse; column++) {
      const from = (row * 3 * fine + column * 3) * 2;
      const to = (row * coarse + column) * 2;
      bytes[to] = tile.bytes[from]!;
      bytes[to + 1] = tile.bytes[from + 1]!;
    }
  }
  return { ...tile, samples: coarse, bytes };
}

function sampleM({ bytes, samples }: HgtTile, row: number, column: number): number {
  return int16(bytes, (row * samples + column) * 2);
}

/** Signed and big-endian. */
function int16(bytes: Uint8Array, at: number): number {
  return (((bytes[at]! << 8) | bytes[at + 1]!) << 16) >> 16;
}

/** The north pole and the antimeridian belong to the tiles south and west of them. */
function cornerOf({ latitude, longitude }: Position): { readonly south: number; readonly west: number } {
  return { south: Math.min(89, Math.floor(latitude)), west: Math.min(179, Math.floor(longitude)) };
}
