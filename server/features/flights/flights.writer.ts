import { enterFlight } from "./flights.entry.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightOutcome } from "./flights.outcome.ts";
import { operationPlan } from "./flights.rules.ts";
import { saveFlight } from "./flights.store.ts";

export type FlightWriter = ReturnType<typeof createFlightWriter>;

/** Writes flights, and what the airspace shows of them in the same transaction. */
export function createFlightWriter(deps: FlightsDeps) {
  const { db, tracks } = deps;

  function save(flight: FlightModel, before: FlightModel): FlightOutcome {
    const plan = operationPlan(flight.status);
    const isSame = plan === operationPlan(before.status) && before.visibility === flight.visibility;
    const isPrivate = flight.visibility === "private";
    if (isSame) saveFlight(db, flight);
    else tracks.update(flight.suboperation, { plan, isPrivate }, () => saveFlight(db, flight));
    return { kind: "saved", flight };
  }

  function insert(flight: Omit<FlightModel, "suboperation">, device: FlightDevice | undefined): FlightOutcome {
    const serialNumber = device?.summary.serial_number ?? null;
    return { kind: "saved", flight: enterFlight(deps, flight, { serialNumber, sourceType: "direct" }) };
  }

  return { save, insert };
}
