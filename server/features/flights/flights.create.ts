import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightCreate } from "../../contracts/flights.ts";
import { areaOf } from "./area.rules.ts";
import { createDeviceFlights } from "./device-flights.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { type Caller, type FlightOutcome, invalid, END_BEFORE_START } from "./flights.outcome.ts";
import { isNotYetFlown, overlapIssue } from "./flights.rules.ts";
import { findFlight } from "./flights.store.ts";
import { msOf } from "./flights.takeoff.ts";
import type { FlightWriter } from "./flights.writer.ts";

type CheckedPlan = Pick<
  FlightModel,
  | "owner"
  | "pilot"
  | "organization"
  | "plannedStartMs"
  | "plannedFinishMs"
  | "startedMs"
  | "finishedMs"
  | "device"
  | "area"
>;

/** Creates flights from plans. */
export function createFlightCreation(deps: FlightsDeps, writer: FlightWriter) {
  const { db, clock, ids } = deps;
  const deviceFlights = createDeviceFlights(deps);

  function create(input: FlightCreate, caller: Caller): FlightOutcome {
    if (input.id !== undefined && isTaken(input.id)) return { kind: "exists" };
    const plannedStartMs = Date.parse(input.date_planned_start);
    const plannedFinishMs = Date.parse(input.date_planned_finish);
    if (plannedFinishMs < plannedStartMs) return invalid("date_planned_finish", "must not be before the planned start");
    const startedMs = msOf(input.date_started);
    const finishedMs = msOf(input.date_finished);
    if (startedMs !== null && finishedMs !== null && finishedMs < startedMs) {
      return invalid("date_finished", END_BEFORE_START);
    }
    const read = areaOf(input.region);
    if (read.kind === "invalid") return invalid("region", read.msg);

    const device = input.device ? deps.findDevice(input.device) : undefined;
    if (input.device && !isUsable(device, caller)) return invalid("device", "there is no such device of yours");
    if (input.aircraft && !deps.canUseAircraft(input.aircraft, caller)) {
      return invalid("aircraft", "there is no such aircraft of yours");
    }
    const pilot = input.pilot ?? caller.userId;
    if (pilot !== caller.userId && deps.findPerson(pilot) === undefined)
      return invalid("pilot", "there is no such user");
    const organization = input.organization_id ?? null;
    if (organization !== null && !isOfOrganization(organization, device, input.aircraft ?? null)) {
      return invalid("organization_id", "the device and the aircraft must both belong to the organization");
    }
    const issues = device !== undefined && isNotYetFlown(input.status) ? blockingIssues(device, input) : [];
    if (issues.length > 0) return { kind: "not_eligible", issues };
    const times = { plannedStartMs, plannedFinishMs, startedMs, finishedMs };
    const people = { owner: caller.userId, pilot, organization };
    return writer.insert(
      toFlight(input, { ...times, ...people, device: device?.summary.id ?? null, area: read.area }),
      device,
    );
  }

  /** The id of a flight is also that of its operation in the airspace, which may have been received before. */
  function isTaken(id: string): boolean {
    return findFlight(db, id) !== undefined || deps.tracks.isTaken(id);
  }

  function blockingIssues(device: FlightDevice, input: FlightCreate): readonly EligibilityIssue[] {
    const window = { fromMs: Date.parse(input.date_planned_start), toMs: Date.parse(input.date_planned_finish) };
    return [
      ...deps.listDeviceIssues(device.summary.id),
      ...overlapIssue(deviceFlights.listOverlapping(device, window)),
    ].filter(({ id, is_blocking }) => is_blocking && !(id === "no_default_aircraft" && input.aircraft));
  }

  /** The flight of a plan whose parts were checked. */
  function toFlight(input: FlightCreate, checked: CheckedPlan): Omit<FlightModel, "suboperation"> {
    return {
      ...checked,
      id: input.id ?? ids.random(),
      status: input.status,
      closingFlag: null,
      visibility: input.visibility ?? deps.findPerson(checked.owner)?.defaultVisibility ?? "public",
      aircraft: input.aircraft ?? null,
      region: input.region,
      ceilingM: input.max_flight_altitude,
      maxHeightM: input.max_height ?? null,
      lowerAltitudeM: input.lower_altitude ?? null,
      takeoffLatitude: input.takeoff_latitude,
      takeoffLongitude: input.takeoff_longitude,
      takeoffAltitudeM: null,
      takeoffPressureHpa: null,
      operationMode: input.operation_mode ?? null,
      operationCategory: input.operation_category ?? null,
      source: input.source,
      colorTag: input.color_tag_used ?? null,
      callsign: input.callsign_used ?? null,
      distanceM: null,
      durationS: null,
      bbox: null,
      processingRequestedMs: null,
      sourceName: null,
      logName: null,
      declaredAircraft: null,
      createdMs: clock.now(),
    };
  }

  /** A station knows an organization by the devices that have it among their groups, and their owner's aircraft. */
  function isOfOrganization(organization: string, device: FlightDevice | undefined, aircraft: string | null): boolean {
    if (device === undefined || aircraft === null) return false;
    return device.groups.includes(organization) && deps.findAircraft(aircraft)?.owner === device.owner;
  }

  return create;
}

export function isUsable(device: FlightDevice | undefined, caller: Caller): device is FlightDevice {
  return device !== undefined && (caller.isAdministrator || device.owner === caller.userId);
}
