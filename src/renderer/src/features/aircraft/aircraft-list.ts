import type { Aircraft } from "../../../../../server/contracts/aircraft.ts";
import { classLabel } from "./class-label.ts";

export const AIRCRAFT_ORDERS = ["name", "model", "weight", "-weight", "-endurance", "uas_class"] as const;
export type AircraftOrder = (typeof AIRCRAFT_ORDERS)[number];

/** The text of a list entry, for the search. */
export function aircraftSearchText(aircraft: Aircraft): string {
  return [aircraft.name, aircraft.model?.name, classLabel(aircraft.uas_class)].join(" ");
}
