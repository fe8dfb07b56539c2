import type { LatLngBoundsLiteral } from "leaflet";
import type { LatLon } from "../tracks/mercator.ts";
import { nearestLongitude } from "./unwrap.ts";

/**
 * The box around at least one place, without an object for each of a hundred thousand places. If they are on both sides
 * of the antimeridian, the box reaches beyond ±180.
 */
export function placeBoundsOf(places: readonly LatLon[]): LatLngBoundsLiteral {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  const near = places[0]?.longitude ?? 0;
  for (const place of places) {
    const longitude = nearestLongitude(place.longitude, near);
    south = Math.min(south, place.latitude);
    north = Math.max(north, place.latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return [
    [south, west],
    [north, east],
  ];
}
