import { fromMercator, type LatLon } from "../../tracks/mercator.ts";
import { foldText } from "../../../../../server/contracts/fold-text.ts";
import { townName } from "../place-names.ts";
import type { Town } from "../world.names.ts";
import { parseCoordinates } from "../../ui/coordinates.ts";

/** A place to which the person can move the map. */
export interface PlaceChoice {
  readonly label: string;
  /** Distinguishes towns of the same name. */
  readonly detail: string;
  readonly place: LatLon;
  readonly zoom: number;
}

const COORDINATE_ZOOM = 13;
const TOWN_ZOOM = 11;

/** The places that match a typed text: one for coordinates, otherwise the towns that were found. */
export function placeChoices(
  text: string,
  towns: readonly Town[],
  format: (place: LatLon) => string,
): readonly PlaceChoice[] {
  const place = parseCoordinates(text);
  if (place) return [{ label: format(place), detail: "", place, zoom: COORDINATE_ZOOM }];
  return towns.map((town) => {
    const middle = fromMercator(town);
    return { label: labelOf(town, text), detail: format(middle), place: middle, zoom: TOWN_ZOOM };
  });
}

/** The name on the map, followed by the name in the list of towns if the search matched that one. */
function labelOf(town: Town, typed: string): string {
  const shown = townName(town);
  const isAsTyped = ` ${foldText(shown)}`.includes(` ${foldText(typed).trim()}`);
  return isAsTyped || shown === town.name ? shown : `${shown} (${town.name})`;
}
