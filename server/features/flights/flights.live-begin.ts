import type { FlightUpsert } from "../../contracts/flights.ts";
import { DEFAULT_FLIGHT_MS } from "../../contracts/flights.ts";
import type { Position } from "../../kernel/geo.ts";
import type { UaPoint } from "../../kernel/telemetry.ts";
import { isInsideArea } from "./area.rules.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import { enterFlight, airspaceFieldsOf } from "./flights.entry.ts";
import type { FlightModel } from "./flights.model.ts";
import { listPlansDue, saveFlight } from "./flights.store.ts";
import { newFlight } from "./flights.takeoff.ts";

/** The owner and the aircraft of the flight. */
type Chosen = { readonly owner: string; readonly aircraft: string | null; readonly device: string | null };

/** Saves a flight, and its data in the airspace; `alongside` writes in the same transaction. */
export function saveLiveFlight(
  deps: Pick<FlightsDeps, "db" | "tracks" | "findAircraftModel">,
  flight: FlightModel,
  alongside: () => void = () => undefined,
): void {
  deps.tracks.update(flight.suboperation, airspaceFieldsOf(flight, deps), () => {
    saveFlight(deps.db, flight);
    alongside();
  });
}

/**
 * Begins the flight of an aircraft that was armed: a plan that is due, or a new flight with the defaults of
 * create-or-update rule 4. `alongside` gets its id in the same transaction.
 */
export function createFlightBegin(deps: FlightsDeps) {
  const { db, clock, ids, tracks } = deps;

  /** The plan that becomes the flight: of the same aircraft, in its time, and with the take-off in its region. */
  function findPlanDue(chosen: Chosen, takeoff: Position, atMs: number): FlightModel | undefined {
    const hasNoTrack = ({ suboperation }: FlightModel) => tracks.extent(suboperation)?.records === 0;
    return listPlansDue(db, chosen, atMs).find((plan) => isInsideArea(plan.area, takeoff) && hasNoTrack(plan));
  }

  return async function begin(
    given: Chosen & { readonly atMs: number; readonly takeoff: UaPoint },
    alongside: (flightId: string) => void,
  ): Promise<string> {
    const { owner, atMs } = given;
    const takeoff = { latitude: given.takeoff.latitudeE7 / 1e7, longitude: given.takeoff.longitudeE7 / 1e7 };
    const device = given.device === null ? undefined : deps.findDevice(given.device);
    const person = deps.findPerson(owner);
    const aircraft = given.aircraft ?? device?.aircraft ?? person?.defaultAircraft ?? null;
    const chosen = { owner, aircraft, device: device?.summary.id ?? null };
    const groundM = (await deps.findGroundM(takeoff)) ?? null;
    const plan = findPlanDue(chosen, takeoff, atMs);
    if (plan !== undefined) {
      const begun: FlightModel = {
        ...plan,
        status: "current",
        startedMs: atMs,
        device: plan.device ?? chosen.device,
        takeoffLatitude: takeoff.latitude,
        takeoffLongitude: takeoff.longitude,
        takeoffAltitudeM: groundM ?? plan.takeoffAltitudeM,
      };
      saveLiveFlight(deps, begun, () => alongside(plan.id));
      return plan.id;
    }
    const input: FlightUpsert = { takeoff_latitude: takeoff.latitude, takeoff_longitude: takeoff.longitude };
    const window = { fromMs: atMs, toMs: atMs + DEFAULT_FLIGHT_MS };
    const visibility = person?.defaultVisibility ?? "public";
    const flight = newFlight(
      { ...chosen, id: ids.random(), visibility, window, groundM, createdMs: clock.now() },
      input,
    );
    const serialNumber = device?.summary.serial_number ?? null;
    enterFlight(deps, flight, { serialNumber, sourceType: "direct" }, alongside);
    return flight.id;
  };
}
