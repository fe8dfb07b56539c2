import { fromMercator, type LatLon } from "../../tracks/mercator.ts";
import type { Town } from "../world.names.ts";
import { parseCoordinates } from "./coordinates.ts";

/** Where a person can have the map go. */
export interface PlaceChoice {
  readonly label: string;
  /** What tells towns of one name apart. */
  readonly detail: string;
  readonly place: LatLon;
  readonly zoom: number;
}

const COORDINATE_ZOOM = 13;
const TOWN_ZOOM = 11;

/** What a typed text means: one place where it is coordinates, otherwise the towns that were found. */
export function placeChoices(
  text: string,
  towns: readonly Town[],
  format: (place: LatLon) => string,
): readonly PlaceChoice[] {
  const place = parseCoordinates(text);
  if (place) return [{ label: format(place), detail: "", place, zoom: COORDINATE_ZOOM }];
  return towns.map(({ name, ...point }) => {
    const town = fromMercator(point);
    return { label: name, detail: format(town), place: town, zoom: TOWN_ZOOM };
  });
}
