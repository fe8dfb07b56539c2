import type { Bounds } from "./tile-file.ts";

const EARTH_RADIUS_M = 6_378_137;
/** Half of the width of the world in EPSG:3857, in its metres. */
export const HALF_WORLD_M = Math.PI * EARTH_RADIUS_M;
export const WORLD_M = 2 * HALF_WORLD_M;

/** A rectangle in EPSG:3857. */
export type MercatorBox = {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
};

/** Where a grid of tiles begins in the grid of web maps. */
export type GridPlace = { readonly zoom: number; readonly column: number; readonly row: number };

const MAX_ZOOM = 30;
/** As a share of a tile's width: half a pixel of a usual tile is not visible. */
const MAX_OFFSET = 0.5 / 256;

/** Where a grid lies in that of web maps; `undefined` where its tiles are not tiles of web maps. */
export function placeOfGrid(grid: {
  /** Web Mercator x of its north-western corner, metres. */
  readonly west: number;
  readonly north: number;
  readonly tileWidthM: number;
  readonly tileHeightM: number;
  /** Tiles each way, the larger number: an error in their width adds up. */
  readonly across: number;
}): GridPlace | undefined {
  const zoom = Math.round(Math.log2(WORLD_M / grid.tileWidthM));
  if (!(zoom >= 0 && zoom <= MAX_ZOOM)) return undefined;
  const sideM = WORLD_M / 2 ** zoom;
  const isWide = Math.abs(grid.tileWidthM / sideM - 1) * grid.across > MAX_OFFSET;
  const isHigh = Math.abs(grid.tileHeightM / sideM - 1) * grid.across > MAX_OFFSET;
  const [column, row] = [(grid.west + HALF_WORLD_M) / sideM, (HALF_WORLD_M - grid.north) / sideM];
  const isBeside = [column, row].some((value) => !(Math.abs(value - Math.round(value)) <= MAX_OFFSET));
  return isWide || isHigh || isBeside ? undefined : { zoom, column: Math.round(column), row: Math.round(row) };
}

/** A tile of web maps in metres. */
export function boxOfTile({ zoom, column, row }: GridPlace): MercatorBox {
  const sideM = WORLD_M / 2 ** zoom;
  const [minX, maxY] = [column * sideM - HALF_WORLD_M, HALF_WORLD_M - row * sideM];
  return { minX, minY: maxY - sideM, maxX: minX + sideM, maxY };
}

export function boundsOfBox({ minX, minY, maxX, maxY }: MercatorBox): Bounds {
  const longitude = (x: number) => (x / HALF_WORLD_M) * 180;
  return { west: longitude(minX), south: latitudeOf(minY), east: longitude(maxX), north: latitudeOf(maxY) };
}

function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(y / EARTH_RADIUS_M)) * 180) / Math.PI;
}
