import type { Aircraft } from "../../../../../server/contracts/aircraft.ts";
import { classWord } from "./aircraft-words.ts";

export const AIRCRAFT_ORDERS = ["name", "model", "weight", "-weight", "-endurance", "uas_class"] as const;
export type AircraftOrder = (typeof AIRCRAFT_ORDERS)[number];

/** Every word of the search, in any case, somewhere in what the list shows of it. */
export function isFound(aircraft: Aircraft, search: string): boolean {
  const text = [aircraft.name, aircraft.model?.name, classWord(aircraft.uas_class)].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
