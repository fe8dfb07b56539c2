import { flightTitleOf } from "../../../../../server/contracts/flight-title.ts";
import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDate } from "../../ui/times.ts";
import { useFlightPlaces } from "./flight-places.store.ts";

type Named = Pick<
  Flight,
  "callsign_used" | "aircraft" | "device" | "import_note" | "date_started" | "date_planned_start" | "take_off"
>;

/**
 * The name of a flight: its call sign; or else its aircraft, or the file of its imported log if that is not known, and
 * the town near which it took off; or else its date.
 */
export function flightNameOf(flight: Named): string {
  if (flight.callsign_used !== null) return flight.callsign_used;
  const { t } = useText();
  const town = useFlightPlaces().townNear(flight.take_off?.location);
  const title = flightTitleOf(flight, town === undefined ? undefined : t("flights.near", { town }));
  if (title !== undefined) return title;
  const date = formatDate(beginMs(flight), usePreferences().zone);
  return town === undefined ? t("flights.unnamed", { date }) : t("flights.unnamedNear", { town, date });
}

/** Its start, or its planned start. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
