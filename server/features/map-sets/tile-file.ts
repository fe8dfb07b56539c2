import type { MapLayer, MapSetContainer, TileFormat } from "../../contracts/map-sets.ts";

/** The facts that a file of tiles declares, and those that its tiles show. */
export type TileFileFacts = {
  readonly container: MapSetContainer;
  readonly format: TileFormat | "geojson";
  /** Empty where the file has none. */
  readonly name: string;
  readonly attribution: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds: Bounds;
  /** Pixels; null for vector tiles. */
  readonly tileSize: number | null;
  readonly layers: readonly MapLayer[];
};

/** Degrees, WGS84. */
export type Bounds = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** A tile in the XYZ scheme: row 0 is in the north. */
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** An open file of tiles. */
export type TileFile = {
  readonly readTile: (tile: TileAddress) => Promise<Uint8Array | undefined> | Uint8Array | undefined;
  readonly close: () => Promise<void> | void;
};

/** Why a file cannot be used as a map set: a sentence for the person who chose it. */
export class UnusableTileFileError extends Error {
  override readonly name = "UnusableTileFileError";
}

/** More than any tile of a map has; a larger one is a mistake or an attack. */
export const MAX_TILE_BYTES = 16 * 1024 * 1024;
