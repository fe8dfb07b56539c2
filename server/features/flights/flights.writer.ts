import { enterFlight, airspaceFieldsOf } from "./flights.entry.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import type { FlightOutcome } from "./flights.outcome.ts";
import { saveFlight } from "./flights.store.ts";

export type FlightWriter = ReturnType<typeof createFlightWriter>;

/** Writes flights, and what the airspace shows of them in the same transaction. */
export function createFlightWriter(deps: FlightsDeps) {
  const { db, tracks } = deps;

  function save(flight: FlightModel, before: FlightModel): FlightOutcome {
    const [now, then] = [airspaceFieldsOf(flight, deps), airspaceFieldsOf(before, deps)];
    const isSame = now.plan === then.plan && now.isPrivate === then.isPrivate && before.aircraft === flight.aircraft;
    if (isSame) saveFlight(db, flight);
    else tracks.update(flight.suboperation, now, () => saveFlight(db, flight));
    return { kind: "saved", flight };
  }

  function insert(flight: Omit<FlightModel, "suboperation">, device: FlightDevice | undefined): FlightOutcome {
    const serialNumber = device?.summary.serial_number ?? null;
    return { kind: "saved", flight: enterFlight(deps, flight, { serialNumber, sourceType: "direct" }) };
  }

  return { save, insert };
}
