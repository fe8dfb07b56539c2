import type { MapSet } from "../../../../../server/contracts/map-sets.ts";

export interface MapCorner {
  readonly latitude: number;
  readonly longitude: number;
}

/** The south-western and the north-eastern corner of what a set covers. */
export function mapSetCornersOf({ bounds: [west = 0, south = 0, east = 0, north = 0] }: MapSet): readonly MapCorner[] {
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ];
}
