import type { ReplayData } from "./replay-collection.ts";
import { joinColumns, joinSensors, type LoadedPositions } from "./replay-columns.ts";

/** The positions of several requests, in the order of time, as one. */
export function dataOf(loaded: readonly LoadedPositions[], isApproximate: boolean): ReplayData {
  return { columns: joinColumns(loaded), sensors: joinSensors(loaded), isApproximate };
}
