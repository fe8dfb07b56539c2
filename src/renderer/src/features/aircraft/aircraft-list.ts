import type { Aircraft } from "../../../../../server/contracts/aircraft.ts";
import { classWord } from "./aircraft-words.ts";

export const AIRCRAFT_ORDERS = ["name", "model", "weight", "-weight", "-endurance", "uas_class"] as const;
export type AircraftOrder = (typeof AIRCRAFT_ORDERS)[number];

/** What the list shows of one, for a search. */
export function textOf(aircraft: Aircraft): string {
  return [aircraft.name, aircraft.model?.name, classWord(aircraft.uas_class)].join(" ");
}
