import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { operationPlan } from "./flights.rules.ts";
import { saveFlight } from "./flights.store.ts";

/** The data of a flight that the airspace shows besides its telemetry. */
export function airspaceFieldsOf(
  { status, visibility, aircraft }: Pick<FlightModel, "status" | "visibility" | "aircraft">,
  { findAircraftModel }: Pick<FlightsDeps, "findAircraftModel">,
) {
  return {
    plan: operationPlan(status),
    isPrivate: visibility === "private",
    aircraft: aircraft === null ? null : (findAircraftModel(aircraft) ?? null),
  };
}

/** Stores a new flight and creates its operation in the same transaction, with what `alongside` writes. */
export function enterFlight(
  deps: Pick<FlightsDeps, "db" | "tracks" | "findAircraftModel">,
  flight: Omit<FlightModel, "suboperation">,
  source: { readonly serialNumber: string | null; readonly sourceType: "direct" | "import" },
  alongside: (flightId: string) => void = () => undefined,
): FlightModel {
  let entered: FlightModel | undefined;
  deps.tracks.enter(
    {
      id: flight.id,
      owner: flight.owner,
      pilot: flight.pilot,
      ...airspaceFieldsOf(flight, deps),
      timeMs: flight.startedMs ?? flight.plannedStartMs,
      ...source,
    },
    (suboperation) => {
      entered = { ...flight, suboperation };
      saveFlight(deps.db, entered);
      alongside(flight.id);
    },
  );
  return entered!;
}
