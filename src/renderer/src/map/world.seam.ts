import type { Geometry, Position } from "geojson";

/** More than a cell's finest number, which is 0.0003 degrees. */
const TOLERANCE_DEGREES = 0.001;

/** A coast without the parts along the antimeridian: the data cuts land in two there, and that cut is no coast. */
export function withoutSeam(geometry: Geometry): Geometry {
  const lines =
    geometry.type === "LineString"
      ? [geometry.coordinates]
      : geometry.type === "MultiLineString" || geometry.type === "Polygon"
        ? geometry.coordinates
        : undefined;
  if (!lines?.some((line) => line.some(isOnSeam))) return geometry;
  return { type: "MultiLineString", coordinates: lines.flatMap(partsOf) };
}

interface CellPoint {
  readonly x: number;
  readonly y: number;
}

/** The same for lines in the units of a cell; returns the lines themselves if nothing is left out. */
export function linesWithoutSeam(
  lines: readonly (readonly CellPoint[])[],
  extent: number,
  cell: { readonly level: number; readonly x: number },
): readonly (readonly CellPoint[])[] {
  const across = 2 ** cell.level;
  if (cell.x > 0 && cell.x < across - 1) return lines;
  const longitudeOf = (x: number): number => ((cell.x + x / extent) / across) * 360 - 180;
  const xOf = (longitude = 0): number => Math.round((((longitude + 180) / 360) * across - cell.x) * extent);
  const coordinates = lines.map((line) => line.map(({ x, y }) => [longitudeOf(x), y]));
  const whole: Geometry = { type: "MultiLineString", coordinates };
  const left = withoutSeam(whole);
  if (left === whole || left.type !== "MultiLineString") return lines;
  return left.coordinates.map((line) => line.map(([longitude, y = 0]) => ({ x: xOf(longitude), y })));
}

function partsOf(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (const position of line) {
    const before = part.at(-1);
    if (before && isOnSeam(before) && isOnSeam(position)) {
      parts.push(part);
      part = [];
    }
    part.push(position);
  }
  return [...parts, part].filter(({ length }) => length > 1);
}

function isOnSeam([longitude = 0]: Position): boolean {
  return Math.abs(Math.abs(longitude) - 180) < TOLERANCE_DEGREES;
}
