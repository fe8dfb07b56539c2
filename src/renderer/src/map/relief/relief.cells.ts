/**
 * The heights of the built-in map, as `scripts/build-relief.mjs` writes them: a grid of latitude and longitude at three
 * distances, each in cells of `CELL_NODES` heights each way. Row 0 is the North Pole, column 0 the antimeridian.
 */
export interface ReliefAddress {
  readonly level: ReliefLevel;
  readonly column: number;
  readonly row: number;
}

export type ReliefLevel = 0 | 1 | 2;

export const CELL_NODES = 180;
/** Size of the whole grid at level 0; each level has twice as many heights each way as the one before. */
const LEVEL_0 = { columns: 1_080, rows: 540 };
/** Codes are small whole numbers, with steps that grow with the height: 0.4 m at the sea, 50 m at 1,500 m. */
const ROOT_STEP = 0.65;
/** The code that separates heights at or above sea level from those below it. */
const SEA_CODE = -1;
/** Codes are kept in bytes: those above are negative. */
const MAX_CODE = 200;

export function reliefGrid(level: ReliefLevel): { readonly columns: number; readonly rows: number } {
  return { columns: LEVEL_0.columns * 2 ** level, rows: LEVEL_0.rows * 2 ** level };
}

/** The level of heights for a 512-pixel tile of the XYZ scheme: about one height for every two pixels. */
export function reliefLevel(z: number): ReliefLevel {
  return z <= 2 ? 0 : z === 3 ? 1 : 2;
}

export function reliefCellName({ level, column, row }: ReliefAddress): string {
  return `${level}-${column}-${row}.gz`;
}

/** `undefined` is the sea. */
export function heightOfCode(code: number): number | undefined {
  if (code === SEA_CODE) return undefined;
  return code >= 0 ? (code * ROOT_STEP) ** 2 : -(((code - SEA_CODE) * ROOT_STEP) ** 2);
}

export function codeOfHeight(heightM: number | undefined): number {
  if (heightM === undefined) return SEA_CODE;
  const root = Math.round(Math.sqrt(Math.abs(heightM)) / ROOT_STEP);
  return heightM >= 0 || root === 0 ? root : SEA_CODE - root;
}

/**
 * The codes of a cell, row by row, from the unpacked file, which has the difference of each code to its prediction from
 * those to the west, north and north-west. An empty file is a cell of sea.
 */
export function decodeCell(bytes: Uint8Array): Int16Array {
  const codes = new Int16Array(CELL_NODES * CELL_NODES);
  if (bytes.length === 0) return codes.fill(SEA_CODE);
  for (let row = 0, at = 0; row < CELL_NODES; row += 1) {
    // At the northern and western edges there are fewer neighbours for the prediction.
    let west = row === 0 ? 0 : codes[at - CELL_NODES]!;
    let corner = west;
    for (const end = at + CELL_NODES; at < end; at += 1) {
      const north = row === 0 ? west : codes[at - CELL_NODES]!;
      const code = (bytes[at]! + expectedCode(west, north, corner)) & 0xff;
      west = code > MAX_CODE ? code - 0x100 : code;
      corner = north;
      codes[at] = west;
    }
  }
  return codes;
}

/** The heights of a cell, with the sea at 0. */
export function cellHeights(bytes: Uint8Array): Float32Array {
  const codes = decodeCell(bytes);
  const heights = new Float32Array(codes.length);
  for (let at = 0; at < codes.length; at += 1) heights[at] = HEIGHT_OF_BYTE[codes[at]! & 0xff]!;
  return heights;
}

export function encodeCell(codes: Int16Array): Uint8Array {
  if (codes.every((code) => code === SEA_CODE)) return new Uint8Array();
  return Uint8Array.from(codes, (code, at) => {
    const [hasWest, hasNorth] = [at % CELL_NODES > 0, at >= CELL_NODES];
    const north = hasNorth ? codes[at - CELL_NODES]! : hasWest ? codes[at - 1]! : 0;
    const west = hasWest ? codes[at - 1]! : north;
    const corner = hasWest && hasNorth ? codes[at - CELL_NODES - 1]! : hasNorth ? north : west;
    return (code - expectedCode(west, north, corner)) & 0xff;
  });
}

/** The median of the two neighbours and of the plane through all three, as in JPEG-LS: it follows both slopes and edges. */
function expectedCode(west: number, north: number, corner: number): number {
  const low = west < north ? west : north;
  const high = west < north ? north : west;
  return corner >= high ? low : corner <= low ? high : west + north - corner;
}

const HEIGHT_OF_BYTE = Float32Array.from(
  { length: 0x100 },
  (_, byte) => heightOfCode(byte > MAX_CODE ? byte - 0x100 : byte) ?? 0,
);
