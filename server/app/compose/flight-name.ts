import { flightTitleOf, type TitledFlight, writeFlightName } from "../../contracts/flight-title.ts";

/** The name of a flight in search and synchronisation: its title in the console, and its start (UTC). */
export function flightNameOf(flight: TitledFlight, beginMs: number): string {
  return writeFlightName(flightTitleOf(flight), beginMs);
}
