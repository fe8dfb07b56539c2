/** A line of a cell in the cell's units, with the boxes of its parts, so that parts outside of a tile are skipped. */
export interface CellLine {
  /** x and y in turns. */
  readonly points: Int32Array;
  /** West, north, east and south of each `PART_POINTS` points, one after the other. */
  readonly boxes: Int32Array;
}

/** The part of a cell that a tile shows, in the cell's units. */
export interface CutWindow {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  /** Points nearer than this to the previous one are left out; 0 keeps all of them. */
  readonly tolerance: number;
}

const PART_POINTS = 32;
const WEST = 1;
const NORTH = 2;
const EAST = 4;
const SOUTH = 8;

export function createCellLine(points: readonly { readonly x: number; readonly y: number }[]): CellLine {
  const flat = new Int32Array(2 * points.length);
  const boxes = new Int32Array(4 * Math.ceil(points.length / PART_POINTS));
  points.forEach(({ x, y }, index) => {
    flat[2 * index] = x;
    flat[2 * index + 1] = y;
    const box = 4 * Math.floor(index / PART_POINTS);
    const isFirst = index % PART_POINTS === 0;
    boxes[box] = isFirst ? x : Math.min(boxes[box]!, x);
    boxes[box + 1] = isFirst ? y : Math.min(boxes[box + 1]!, y);
    boxes[box + 2] = isFirst ? x : Math.max(boxes[box + 2]!, x);
    boxes[box + 3] = isFirst ? y : Math.max(boxes[box + 3]!, y);
  });
  return { points: flat, boxes };
}

/**
 * The part of a line that a window needs, x and y in turns; empty if all of it is on one side of the window. A point
 * outside of the window is left out if its neighbours are on the same side of it: that changes neither the visible line
 * nor the inside of a ring.
 */
export function cutLine({ points, boxes }: CellLine, window: CutWindow): readonly number[] {
  const nearSquared = window.tolerance ** 2;
  const last = points.length / 2 - 1;
  const kept: number[] = [];
  let keptX = Infinity;
  let keptY = Infinity;
  let keptSides = 0;
  let commonSides = WEST | NORTH | EAST | SOUTH;
  // The previous point, which is kept or left out when the next one is known.
  let x = 0;
  let y = 0;
  let sides = 0;
  for (let at = 0; at <= last; at += 1) {
    const nextX = points[2 * at]!;
    const nextY = points[2 * at + 1]!;
    const nextSides = sidesOf(nextX, nextY, window);
    const isBeside = (keptSides & sides & nextSides) !== 0;
    if (at > 0 && !isBeside && (x - keptX) ** 2 + (y - keptY) ** 2 >= nearSquared) {
      kept.push(x, y);
      keptX = x;
      keptY = y;
      keptSides = sides;
      commonSides &= sides;
    }
    x = nextX;
    y = nextY;
    sides = nextSides;
    // Nothing between the first and the last point of a part on one side of the window is kept.
    if (sides !== 0 && at % PART_POINTS === 0 && isPartBeside(boxes, at / PART_POINTS, window)) {
      at = Math.max(at, Math.min(last, at + PART_POINTS - 1) - 1);
    }
  }
  // The last point closes a ring.
  return (commonSides & sides) === 0 ? (kept.push(x, y), kept) : [];
}

function sidesOf(x: number, y: number, { west, north, east, south }: CutWindow): number {
  return (x < west ? WEST : x > east ? EAST : 0) | (y < north ? NORTH : y > south ? SOUTH : 0);
}

function isPartBeside(boxes: Int32Array, part: number, { west, north, east, south }: CutWindow): boolean {
  const box = 4 * part;
  return boxes[box]! > east || boxes[box + 1]! > south || boxes[box + 2]! < west || boxes[box + 3]! < north;
}
