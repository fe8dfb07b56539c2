import type { Operation } from "../../../../../server/contracts/operations.ts";

/** The time by which the station orders the list; a flight without telemetry has one as well. */
export function startOf({ suboperations, time_created }: Pick<Operation, "suboperations" | "time_created">): number {
  const starts = suboperations.map(({ time_first_telemetry }) => Date.parse(time_first_telemetry));
  return starts.length === 0 ? Date.parse(time_created) : Math.min(...starts);
}
