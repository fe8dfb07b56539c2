import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { operationPlan } from "./flights.rules.ts";
import { saveFlight } from "./flights.store.ts";

/** Stores a new flight and creates its operation in the same transaction, with what `alongside` writes. */
export function enterFlight(
  { db, tracks }: Pick<FlightsDeps, "db" | "tracks">,
  flight: Omit<FlightModel, "suboperation">,
  source: { readonly serialNumber: string | null; readonly sourceType: "direct" | "import" },
  alongside: (flightId: string) => void = () => undefined,
): FlightModel {
  let entered: FlightModel | undefined;
  tracks.enter(
    {
      id: flight.id,
      owner: flight.owner,
      pilot: flight.pilot,
      isPrivate: flight.visibility === "private",
      plan: operationPlan(flight.status),
      timeMs: flight.startedMs ?? flight.plannedStartMs,
      ...source,
    },
    (suboperation) => {
      entered = { ...flight, suboperation };
      saveFlight(db, entered);
      alongside(flight.id);
    },
  );
  return entered!;
}
