import type { MapPlace } from "../ui/map-place.ts";
import type { LatLon } from "../tracks/mercator.ts";

/** The zoom of one town: the middle of a wider map is not where a person is. */
const TOWN_ZOOM = 10;

/** The person's place after the first run: the middle of the map, unless it is set already or the map shows too much. */
export function firstPlaceOf(view: MapPlace, known: LatLon | undefined): LatLon | undefined {
  if (known !== undefined || view.zoom < TOWN_ZOOM) return known;
  return { latitude: view.latitude, longitude: view.longitude };
}
