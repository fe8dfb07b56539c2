import L from "leaflet";
import { toMercator } from "../tracks/mercator.ts";

/** The present or future view of a map. */
export interface MapTarget {
  readonly center: L.LatLng;
  readonly zoom: number;
}

/** The area that a map of its size shows there, in degrees and in the Mercator plane. */
export function viewAt(map: L.Map, { center, zoom }: MapTarget) {
  const half = map.getSize().divideBy(2);
  const middle = map.project(center, zoom);
  const corners = [middle.subtract(half), middle.add(half)].map((corner) => map.unproject(corner, zoom));
  const bounds = L.latLngBounds(corners);
  const northWest = toMercator({ latitude: bounds.getNorth(), longitude: bounds.getWest() });
  const southEast = toMercator({ latitude: bounds.getSouth(), longitude: bounds.getEast() });
  return {
    area: { west: northWest.x, north: northWest.y, east: southEast.x, south: southEast.y },
    box: { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() },
    place: { latitude: center.lat, longitude: center.lng, zoom },
  };
}
