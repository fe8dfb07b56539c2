import type { LatLon } from "../../tracks/mercator.ts";
import { formatCoordinates } from "../../ui/coordinates.ts";
import { formatPosition } from "../../ui/units.ts";
import { useMapTools } from "./map-tools.store.ts";

/** A place in the person's format of coordinates; in degrees if that has no value, as UTM near the poles. */
export function usePlaceFormat(): (place: LatLon) => string {
  const tools = useMapTools();
  return (place) => formatCoordinates(place, tools.format) ?? formatPosition(place);
}
