import { GROUND_TILE } from "./elevation.ts";

/** A place in degrees (WGS84). */
type Place = { readonly latitude: number; readonly longitude: number };

/** The ground at a place, by the station's model of it; both in metres. */
export type Ground = {
  /** Above mean sea level (EGM96). */
  readonly heightM: number;
  /** Mean sea level above the WGS84 ellipsoid. */
  readonly geoidM: number;
};

/** The number of a tile in the XYZ scheme. */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** A tile of the ground model, as the contract describes its bytes. */
export type GroundTile = TileAddress & { readonly bytes: DataView };

const PIXELS = GROUND_TILE.samples - 2;

/** The tile with a place, at the zoom that heights are read at. */
export function groundTileOf(place: Place): TileAddress {
  const z = GROUND_TILE.maxZoom;
  const [x, y] = [mercatorX(place), mercatorY(place)];
  const tiles = 2 ** z;
  const index = (part: number) => Math.min(tiles - 1, Math.max(0, Math.floor(part * tiles)));
  return { z, x: index(x - Math.floor(x)), y: index(y) };
}

/** Edges of the inside of a tile, degrees. */
export type TileInside = {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
};

/** Rounding does not move a place over the border of a tile. */
const BORDER_DEGREES = 1e-9;

/** Where a place is certainly in a tile; near its border, only `groundTileOf` decides. */
export function insideOf({ z, x, y }: TileAddress): TileInside {
  const tiles = 2 ** z;
  const latitudeOf = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / tiles))) * 180) / Math.PI;
  return {
    west: (x / tiles - 0.5) * 360 + BORDER_DEGREES,
    east: ((x + 1) / tiles - 0.5) * 360 - BORDER_DEGREES,
    south: latitudeOf(y + 1) + BORDER_DEGREES,
    north: latitudeOf(y) - BORDER_DEGREES,
  };
}

/** The height of a pixel, −1 to 256 each way, in metres above mean sea level; NaN where it is not known. */
export function heightOfPixel({ bytes }: GroundTile, row: number, column: number): number {
  const at = GROUND_TILE.headerBytes + ((row + 1) * GROUND_TILE.samples + column + 1) * 2;
  const steps = bytes.getUint16(at, true);
  return steps === GROUND_TILE.unknown ? Number.NaN : steps / GROUND_TILE.stepsPerMetre + GROUND_TILE.lowestM;
}

/** The ground at a place of the tile; undefined where one of the heights around it is not known. */
export function groundIn(tile: GroundTile, place: Place): Ground | undefined {
  const across = acrossOf(tile, place);
  const down = downOf(tile, place);
  const heightM = heightAt(tile, across, down);
  if (Number.isNaN(heightM)) return undefined;
  const corner = (index: number) => tile.bytes.getFloat32(index * 4, true);
  const last = GROUND_TILE.samples - 1;
  const [right, below] = [(across + 1) / last, (down + 1) / last];
  return {
    heightM,
    geoidM: between(between(corner(0), corner(1), right), between(corner(2), corner(3), right), below),
  };
}

/** The height alone, for millions of places: NaN where `groundIn` has none. */
export function groundHeightIn(tile: GroundTile, place: Place): number {
  return heightAt(tile, acrossOf(tile, place), downOf(tile, place));
}

/** Pixels from the middle of the first: a height is that of the middle of its pixel. */
function acrossOf(tile: GroundTile, place: Place): number {
  const x = mercatorX(place);
  return ((x - Math.floor(x)) * 2 ** tile.z - tile.x) * PIXELS - 0.5;
}

function downOf(tile: GroundTile, place: Place): number {
  return (mercatorY(place) * 2 ** tile.z - tile.y) * PIXELS - 0.5;
}

function heightAt(tile: GroundTile, across: number, down: number): number {
  const column = Math.min(PIXELS - 1, Math.max(-1, Math.floor(across)));
  const row = Math.min(PIXELS - 1, Math.max(-1, Math.floor(down)));
  const right = across - column;
  const north = between(heightOfPixel(tile, row, column), heightOfPixel(tile, row, column + 1), right);
  const south = between(heightOfPixel(tile, row + 1, column), heightOfPixel(tile, row + 1, column + 1), right);
  return between(north, south, down - row);
}

const between = (first: number, second: number, part: number): number => first * (1 - part) + second * part;

const LATITUDE_LIMIT = 85.0511287798066;

/** Spherical Web Mercator as fractions of the world: x grows east, y grows south. */
const mercatorX = ({ longitude }: Place): number => longitude / 360 + 0.5;

function mercatorY({ latitude }: Place): number {
  const clamped = Math.max(-LATITUDE_LIMIT, Math.min(LATITUDE_LIMIT, latitude));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
