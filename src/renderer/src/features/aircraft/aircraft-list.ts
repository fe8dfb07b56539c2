import type { Aircraft } from "../../../../../server/contracts/aircraft.ts";
import { classLabel } from "./class-label.ts";

export const AIRCRAFT_ORDERS = ["name", "model", "weight", "-weight", "-endurance", "uas_class"] as const;
export type AircraftOrder = (typeof AIRCRAFT_ORDERS)[number];

/** What the list shows of one, for a search. */
export function textOf(aircraft: Aircraft): string {
  return [aircraft.name, aircraft.model?.name, classLabel(aircraft.uas_class)].join(" ");
}
