import L from "leaflet";
import type { LatLon } from "../tracks/mercator.ts";

/** The box around some places, at least one; made without an object for each of a hundred thousand. */
export function boundsOf(places: readonly LatLon[]): L.LatLngBounds {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  return L.latLngBounds([south, west], [north, east]);
}
