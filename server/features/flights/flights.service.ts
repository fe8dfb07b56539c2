import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightCreate, FlightEdit, FlightUpsert } from "../../contracts/flights.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { type Area, areaOf, outlinesOf } from "./area.rules.ts";
import { createDeviceFlights } from "./device-flights.ts";
import { createFlightCreation } from "./flights.create.ts";
import type { FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { type Caller, type FlightOutcome, invalid } from "./flights.outcome.ts";
import { canEdit, canRead, overlapIssue, zoneIssue } from "./flights.rules.ts";
import { findFlight } from "./flights.store.ts";
import { createFlightUpsert } from "./flights.upsert.ts";
import { createFlightWriter } from "./flights.writer.ts";

export type FlightsService = {
  readonly find: (
    id: string,
    caller: Caller,
  ) => { readonly flight: FlightModel; readonly isEditable: boolean } | undefined;
  readonly create: (input: FlightCreate, caller: Caller) => FlightOutcome;
  /** Create or update the flight of a device, as it takes off. */
  readonly upsert: (serialNumber: string, input: FlightUpsert, caller: Caller) => Promise<FlightOutcome>;
  readonly edit: (id: string, input: FlightEdit, caller: Caller) => FlightOutcome;
  /** The flight of a device that the caller may see: a current one, otherwise a planned one. */
  readonly findCurrent: (serialNumber: string, caller: Caller) => FlightModel | undefined;
  /** Reasons why a flight of a device could not be planned for that time. */
  readonly listIssues: (deviceId: string, window: TimeRange) => readonly EligibilityIssue[];
};

export function createFlightsService(deps: FlightsDeps): FlightsService {
  const { db, clock, tracks } = deps;
  const deviceFlights = createDeviceFlights(deps);
  const writer = createFlightWriter(deps);

  function find(id: string, caller: Caller) {
    const flight = findFlight(db, id);
    return flight !== undefined && canRead(caller, flight)
      ? { flight, isEditable: canEdit(caller, flight) }
      : undefined;
  }

  function touchedZones(area: Area): readonly EligibilityIssue[] {
    const zones = outlinesOf(area).flatMap((outline) => deps.listZonesTouching(outline));
    return [...new Map(zones.map((zone) => [zone.id, zone])).values()].map(zoneIssue);
  }

  function edit(id: string, input: FlightEdit, caller: Caller): FlightOutcome {
    const found = find(id, caller);
    if (found === undefined) return { kind: "missing" };
    if (!found.isEditable) return { kind: "forbidden" };
    const { flight } = found;
    if (flight.status !== "planned") return { kind: "not_planned", status: flight.status };
    const read = input.region ? areaOf(input.region) : undefined;
    if (read?.kind === "invalid") return invalid("region", read.msg);
    return writer.save(
      {
        ...flight,
        status: input.status ?? flight.status,
        closingFlag: input.closing_flag ?? flight.closingFlag,
        region: input.region ?? flight.region,
        area: read?.area ?? flight.area,
        visibility: input.visibility ?? flight.visibility,
        takeoffLatitude: input.takeoff_latitude ?? flight.takeoffLatitude,
        takeoffLongitude: input.takeoff_longitude ?? flight.takeoffLongitude,
        ceilingM: input.max_flight_altitude ?? flight.ceilingM,
        maxHeightM: input.max_height === undefined ? flight.maxHeightM : input.max_height,
        lowerAltitudeM: input.lower_altitude ?? flight.lowerAltitudeM,
      },
      flight,
    );
  }

  return {
    find,
    create: createFlightCreation(deps, writer),
    upsert: createFlightUpsert(deps, writer),
    edit,
    findCurrent(serialNumber, caller) {
      const device = deps.findDevice(serialNumber);
      if (device === undefined) return undefined;
      return deviceFlights
        .listAt(device, clock.now())
        .find((flight) => canRead(caller, flight) && tracks.extent(flight.suboperation) !== undefined);
    },
    listIssues(deviceId, window) {
      const device = deps.findDevice(deviceId);
      const overlapping = device === undefined ? [] : deviceFlights.listOverlapping(device, window);
      const zones = overlapping.flatMap(({ area }) => touchedZones(area));
      return [...overlapIssue(overlapping), ...new Map(zones.map((zone) => [zone.description, zone])).values()];
    },
  };
}
