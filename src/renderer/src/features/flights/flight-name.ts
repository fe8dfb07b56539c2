import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";

/** What a person calls a flight: its call sign, else what was flown, else the device on board. */
export function nameOf(flight: Pick<Flight, "callsign_used" | "aircraft" | "device">): string {
  return flight.callsign_used ?? flight.aircraft?.name ?? flight.device?.name ?? useText().t("flights.unnamed");
}

/** When it began, or is to begin. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
