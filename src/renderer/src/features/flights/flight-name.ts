import type { Flight } from "../../../../../server/contracts/flights.ts";
import { useText } from "../../text/index.ts";

/** The name of a flight: its call sign, else its aircraft, else its device. */
export function nameOf(flight: Pick<Flight, "callsign_used" | "aircraft" | "device">): string {
  return flight.callsign_used ?? flight.aircraft?.name ?? flight.device?.name ?? useText().t("flights.unnamed");
}

/** Its start, or its planned start. */
export function beginMs(flight: Pick<Flight, "date_started" | "date_planned_start">): number {
  return Date.parse(flight.date_started ?? flight.date_planned_start);
}
