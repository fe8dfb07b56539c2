import type { Geometry, Position } from "geojson";

/** Of a cell's numbers, the finest of which are 0.0003 degrees. */
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
