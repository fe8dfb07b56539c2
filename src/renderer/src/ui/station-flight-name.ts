import { readFlightName } from "../../../../server/contracts/flight-title.ts";
import { useText } from "../text/index.ts";
import { formatMinute, type TimeZoneChoice } from "./times.ts";

/** The name of a flight as search and synchronisation have it, with its begin as the operator reads times. */
export function shownFlightName(name: string, zone: TimeZoneChoice): string {
  const read = readFlightName(name);
  if (read === undefined) return name;
  const date = formatMinute(read.beginMs, zone);
  return read.title === undefined ? useText().t("flights.unnamed", { date }) : `${read.title}, ${date}`;
}
