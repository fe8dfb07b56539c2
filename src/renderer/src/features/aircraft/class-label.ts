import type { UasClass } from "../../../../../server/contracts/aircraft.ts";
import { useText } from "../../text/index.ts";

/** The class in words; its mark where it has one. */
export function classLabel(uasClass: UasClass): string {
  return useText().word("aircraft.uasClass", uasClass.slice("AircraftUASClass.".length));
}
