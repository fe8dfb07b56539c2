import { fromMercator } from "../../tracks/mercator.ts";
import { CELL_NODES, type ReliefAddress, reliefGrid, type ReliefLevel, reliefLevel } from "./relief.cells.ts";

/** Heights are computed for every second pixel of a tile's 512, and enlarged with the picture. */
export const FIELD_SIDE = 256;
/** With one sample beyond each edge of the tile, so that neighbouring tiles match. */
export const FIELD_SAMPLES = FIELD_SIDE + 2;
/** With one more on each side, to compute the slopes. */
const HEIGHT_SAMPLES = FIELD_SAMPLES + 2;
const EQUATOR_M = 40_075_016.686;
/** The light comes from the north-west, 45° high, as for the hills of the station's own heights (`hillshade.ts`). */
const EAST = -0.5;
const NORTH = 0.5;
const UP = Math.SQRT1_2;
/** Slopes between distant heights are small, so they are exaggerated with the distance. */
const EXAGGERATION: Readonly<Record<ReliefLevel, number>> = { 0: 13, 1: 9, 2: 6.5 };

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The heights and shades of a tile: `FIELD_SAMPLES` values each way, row by row. */
export interface ReliefField {
  readonly heightsM: Float32Array;
  /** −1 is the darkest slope, 1 the one towards the light, 0 is flat. */
  readonly shades: Float32Array;
}

/** The heights of the cell at an address; `undefined` where there is no land. */
export type CellHeights = (address: ReliefAddress) => Float32Array | undefined;

/** Rows and columns of the grid of a level, both ends included; columns may lie beyond the antimeridian. */
interface NodeRange {
  readonly level: ReliefLevel;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** The cells whose heights a tile needs. */
export function reliefCellsOf(tile: TileAddress): readonly ReliefAddress[] {
  const { level, west, east, north, south } = nodesOf(tile);
  const across = reliefGrid(level).columns / CELL_NODES;
  const cells = new Map<string, ReliefAddress>();
  for (let row = Math.floor(north / CELL_NODES); row <= Math.floor(south / CELL_NODES); row += 1) {
    for (let turned = Math.floor(west / CELL_NODES); turned <= Math.floor(east / CELL_NODES); turned += 1) {
      const column = ((turned % across) + across) % across;
      cells.set(`${column}/${row}`, { level, column, row });
    }
  }
  return [...cells.values()];
}

/** Smooth heights and shades of a tile, between those of the grid; the sea is at 0. */
export function reliefField(tile: TileAddress, cellOf: CellHeights): ReliefField {
  const heights = heightsOf(tile, cellOf);
  const heightsM = new Float32Array(FIELD_SAMPLES * FIELD_SAMPLES);
  const shades = new Float32Array(FIELD_SAMPLES * FIELD_SAMPLES);
  const exaggeration = EXAGGERATION[reliefLevel(tile.z)];
  for (let row = 0; row < FIELD_SAMPLES; row += 1) {
    const steepness = exaggeration / (2 * sampleM(tile, row - 1));
    for (let column = 0; column < FIELD_SAMPLES; column += 1) {
      const at = (row + 1) * HEIGHT_SAMPLES + column + 1;
      const east = (heights[at + 1]! - heights[at - 1]!) * steepness;
      const north = (heights[at - HEIGHT_SAMPLES]! - heights[at + HEIGHT_SAMPLES]!) * steepness;
      const lit = (UP - EAST * east - NORTH * north) / Math.sqrt(1 + east * east + north * north);
      const difference = Math.max(0, lit) - UP;
      heightsM[row * FIELD_SAMPLES + column] = heights[at]!;
      shades[row * FIELD_SAMPLES + column] = difference / (difference < 0 ? UP : 1 - UP);
    }
  }
  return { heightsM, shades };
}

function heightsOf(tile: TileAddress, cellOf: CellHeights): Float32Array {
  const range = nodesOf(tile);
  const across = range.east - range.west + 1;
  const nodes = readNodes(range, cellOf);
  const columns = weightsOf(HEIGHT_SAMPLES, (sample) => columnOf(tile, sample - 2) - range.west);
  const rows = weightsOf(HEIGHT_SAMPLES, (sample) => rowOf(tile, sample - 2) - range.north);
  const down = range.south - range.north + 1;
  const wide = new Float32Array(down * HEIGHT_SAMPLES);
  const { first, weights } = columns;
  for (let sample = 0; sample < HEIGHT_SAMPLES; sample += 1) {
    const weight = 4 * sample;
    const [w0, w1, w2, w3] = [weights[weight]!, weights[weight + 1]!, weights[weight + 2]!, weights[weight + 3]!];
    for (let row = 0, from = first[sample]!, to = sample; row < down; row += 1) {
      wide[to] = w0 * nodes[from]! + w1 * nodes[from + 1]! + w2 * nodes[from + 2]! + w3 * nodes[from + 3]!;
      from += across;
      to += HEIGHT_SAMPLES;
    }
  }
  const heights = new Float32Array(HEIGHT_SAMPLES * HEIGHT_SAMPLES);
  for (let sample = 0, to = 0; sample < HEIGHT_SAMPLES; sample += 1) {
    const own = 4 * sample;
    const [w0, w1, w2, w3] = [
      rows.weights[own]!,
      rows.weights[own + 1]!,
      rows.weights[own + 2]!,
      rows.weights[own + 3]!,
    ];
    let a = rows.first[sample]! * HEIGHT_SAMPLES;
    let [b, c, d] = [a + HEIGHT_SAMPLES, a + 2 * HEIGHT_SAMPLES, a + 3 * HEIGHT_SAMPLES];
    for (const end = to + HEIGHT_SAMPLES; to < end; to += 1) {
      heights[to] = w0 * wide[a++]! + w1 * wide[b++]! + w2 * wide[c++]! + w3 * wide[d++]!;
    }
  }
  return heights;
}

/** The heights of a range of nodes, row by row. */
function readNodes(range: NodeRange, cellOf: CellHeights): Float32Array {
  const { level, west, east, north, south } = range;
  const { columns } = reliefGrid(level);
  const across = east - west + 1;
  const nodes = new Float32Array(across * (south - north + 1));
  for (let column = west; column <= east;) {
    const turned = ((column % columns) + columns) % columns;
    const first = turned % CELL_NODES;
    const count = Math.min(CELL_NODES - first, east - column + 1);
    for (let cellRow = Math.floor(north / CELL_NODES); cellRow * CELL_NODES <= south; cellRow += 1) {
      const cell = cellOf({ level, column: Math.floor(turned / CELL_NODES), row: cellRow });
      if (!cell) continue;
      const last = Math.min(south, (cellRow + 1) * CELL_NODES - 1);
      for (let row = Math.max(north, cellRow * CELL_NODES); row <= last; row += 1) {
        const from = (row - cellRow * CELL_NODES) * CELL_NODES + first;
        nodes.set(cell.subarray(from, from + count), (row - north) * across + column - west);
      }
    }
    column += count;
  }
  return nodes;
}

function nodesOf(tile: TileAddress): NodeRange {
  const level = reliefLevel(tile.z);
  const last = reliefGrid(level).rows - 1;
  return {
    level,
    west: Math.floor(columnOf(tile, -2)) - 1,
    east: Math.floor(columnOf(tile, FIELD_SIDE + 1)) + 2,
    north: Math.max(0, Math.floor(rowOf(tile, -2)) - 1),
    south: Math.min(last, Math.floor(rowOf(tile, FIELD_SIDE + 1)) + 2),
  };
}

/** The position of a sample's middle in the grid; the same number in all tiles that share it. */
function columnOf({ z, x }: TileAddress, sample: number): number {
  return ((x * FIELD_SIDE + sample + 0.5) / (FIELD_SIDE * 2 ** z)) * reliefGrid(reliefLevel(z)).columns;
}

function rowOf(tile: TileAddress, sample: number): number {
  return ((90 - latitudeOf(tile, sample)) / 180) * reliefGrid(reliefLevel(tile.z)).rows;
}

function latitudeOf({ z, y }: TileAddress, sample: number): number {
  return fromMercator({ x: 0, y: (y * FIELD_SIDE + sample + 0.5) / (FIELD_SIDE * 2 ** z) }).latitude;
}

function sampleM(tile: TileAddress, sample: number): number {
  const cosine = Math.cos((latitudeOf(tile, sample) * Math.PI) / 180);
  return (EQUATOR_M * cosine) / (FIELD_SIDE * 2 ** tile.z);
}

interface SplineWeights {
  /** The first of the four nodes around each sample. */
  readonly first: Int32Array;
  readonly weights: Float32Array;
}

/** Weights of a cubic B-spline, whose slopes are continuous: otherwise the shading would show the grid. */
function weightsOf(samples: number, positionOf: (sample: number) => number): SplineWeights {
  const first = new Int32Array(samples);
  const weights = new Float32Array(4 * samples);
  for (let sample = 0; sample < samples; sample += 1) {
    const position = positionOf(sample);
    const node = Math.floor(position);
    const t = position - node;
    first[sample] = node - 1;
    weights[4 * sample] = (1 - t) ** 3 / 6;
    weights[4 * sample + 1] = (3 * t ** 3 - 6 * t ** 2 + 4) / 6;
    weights[4 * sample + 2] = (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6;
    weights[4 * sample + 3] = t ** 3 / 6;
  }
  return { first, weights };
}
