import type { FlightDetail } from "../contracts/flights.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { phaseOf } from "./flight.fields.ts";
import { DONE, held, type Outcome } from "./outcome.ts";
import type { Pass } from "./pass.context.ts";

/** A flight counts as over when no new point has arrived for this long. */
const QUIET_MS = 10 * MINUTE_MS;

/** Holds the item while the flight is not over. */
export function checkIsOver(pass: Pass, detail: FlightDetail): Outcome {
  if (phaseOf(detail.status) !== "current") return DONE;
  const isPast = Date.parse(detail.date_planned_finish) < pass.deps.clock.now() - QUIET_MS;
  if (isPast && !hasNewPoints(pass, detail.id)) return DONE;
  return held({ kind: "waiting", code: "in_flight", detail: "The flight is still going on." });
}

/** Holds the item while points of the flight arrive. */
export function checkIsQuiet(pass: Pass, flight: string): Outcome {
  if (!hasNewPoints(pass, flight)) return DONE;
  return held({ kind: "waiting", code: "in_flight", detail: "Points arrived within the last ten minutes." });
}

function hasNewPoints({ deps: { flights, clock } }: Pass, flight: string): boolean {
  const arrivalMs = flights.newestArrivalMs(flight);
  // A time in the future was stored while the clock was ahead.
  return arrivalMs !== null && Math.abs(clock.now() - arrivalMs) < QUIET_MS;
}
