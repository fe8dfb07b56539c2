import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** The corners of the boxes in which operations were received, for a map that shows where all of them were. */
export function placesOf(listed: readonly Pick<Operation, "bbox">[]): readonly LatLon[] {
  return listed.flatMap(({ bbox }) => {
    if (bbox === null) return [];
    const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
    return [
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ];
  });
}
