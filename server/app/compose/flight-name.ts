import { flightTitleOf, type TitledFlight } from "../../contracts/flight-title.ts";
import { isoFromMs } from "../../kernel/clock.ts";

/** The name of a flight in search and synchronisation: its title in the console, and its start (UTC). */
export function flightNameOf(flight: TitledFlight, beginMs: number): string {
  return `${flightTitleOf(flight) ?? "Flight"}, ${isoFromMs(beginMs).slice(0, 16).replace("T", " ")}`;
}
