import { wrapLongitude } from "../../../../../server/contracts/great-circle.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import type { ViewBox } from "../../map/viewport.ts";

const rounded = (degrees: number): number => Number(degrees.toFixed(5));

/** `lon_min,lat_min,lon_max,lat_max` of the area of a map, which may cross the antimeridian. */
export function bboxOfView({ west, south, east, north }: ViewBox): string {
  const isWorld = east - west >= 360;
  const [from, to] = isWorld ? [-180, 180] : [wrapLongitude(west), wrapLongitude(east)];
  return [from, Math.max(south, -90), to, Math.min(north, 90)].map(rounded).join(",");
}

/** The box between two corners, across the shorter way around the world. */
export function bboxBetween(a: LatLon, b: LatLon): string {
  const [west, east] = (b.longitude - a.longitude + 540) % 360 >= 180 ? [a, b] : [b, a];
  const [south, north] = a.latitude <= b.latitude ? [a, b] : [b, a];
  return bboxOfView({
    west: west.longitude,
    south: south.latitude,
    east: west.longitude + ((((east.longitude - west.longitude) % 360) + 360) % 360),
    north: north.latitude,
  });
}

/** The corners of a box in circular order from the south-west; the opposite corner is two entries further. */
export function cornersOfBox(bbox: string): readonly LatLon[] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(",").map(Number);
  // A box across the 180th meridian is drawn as one box.
  const eastOf = east < west ? east + 360 : east;
  return [
    { latitude: south, longitude: west },
    { latitude: south, longitude: eastOf },
    { latitude: north, longitude: eastOf },
    { latitude: north, longitude: west },
  ];
}
