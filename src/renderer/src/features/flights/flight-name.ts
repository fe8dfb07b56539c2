import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDate } from "../../ui/times.ts";
import { useFlightPlaces } from "./flight-places.store.ts";
import { titlePartsOf } from "./flight-title.ts";

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
  const titleParts = titlePartsOf(flight);
  const town = useFlightPlaces().townNear(flight.take_off?.location);
  const place = town === undefined ? [] : [t("flights.near", { town })];
  if (titleParts.length > 0) return [...titleParts, ...place].join(" · ");
  const date = formatDate(beginMs(flight), usePreferences().zone);
  return town === undefined ? t("flights.unnamed", { date }) : t("flights.unnamedNear", { town, date });
}

/** Its start, or its planned start. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
