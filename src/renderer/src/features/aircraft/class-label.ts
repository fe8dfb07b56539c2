import type { UasClass } from "../../../../../server/contracts/aircraft.ts";
import { useText } from "../../text/index.ts";

/** The label of a class, such as C2. */
export function classLabel(uasClass: UasClass): string {
  return useText().labelFor("aircraft.uasClass", uasClass.slice("AircraftUASClass.".length));
}
