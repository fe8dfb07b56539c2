import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { LatLon } from "../../tracks/mercator.ts";

/** The corners of the bounding boxes of operations, for a map that shows all of them. */
export function boundingPlacesOf(listed: readonly Pick<Operation, "bbox">[]): readonly LatLon[] {
  return listed.flatMap(({ bbox }) => {
    if (bbox === null) return [];
    const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
    return [
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ];
  });
}
