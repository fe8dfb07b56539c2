import type L from "leaflet";
import type { MapSet } from "../../../../../server/contracts/map-sets.ts";

/** Over the built-in map and its names, under zones and aircraft. */
export const SETS_PANE = "map-sets";

/** The properties of a set that its layer uses. */
export type MapSetLayerOptions = Pick<
  MapSet,
  "id" | "format" | "min_zoom" | "max_zoom" | "bounds" | "tile_size" | "style"
>;

/** Loads the bytes of a tile, undefined if there is none; rejects if it cannot be loaded. */
export type LoadTile = (
  place: { readonly z: number; readonly x: number; readonly y: number },
  signal?: AbortSignal,
) => Promise<ArrayBuffer | undefined>;

export function mapSetBoundsOf({
  bounds: [west = -180, south = -85, east = 180, north = 85],
}: Pick<MapSet, "bounds">): [L.LatLngTuple, L.LatLngTuple] {
  return [
    [south, west],
    [north, east],
  ];
}
