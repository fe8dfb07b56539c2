import type { EligibilityIssue } from "../../contracts/devices.ts";
import type { FlightCreate, FlightEdit, FlightUpsert } from "../../contracts/flights.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { type Area, areaOf, isInsideArea, outlinesOf } from "./area.rules.ts";
import { enterFlight } from "./flights.entry.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { canEdit, canRead, isAhead, operationPlan, overlapIssue, zoneIssue } from "./flights.rules.ts";
import { endsBeforeItBegins, msOf, newFlight, windowOf, applyTakeoff } from "./flights.takeoff.ts";
import { findFlight, listFlightsAt, listOverlapping, saveFlight } from "./flights.store.ts";

type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type FlightOutcome =
  | { readonly kind: "saved"; readonly flight: FlightModel }
  | { readonly kind: "missing" }
  | { readonly kind: "exists" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "not_planned"; readonly status: FlightModel["status"] }
  | { readonly kind: "invalid"; readonly field: string; readonly msg: string }
  | { readonly kind: "no_aircraft" }
  | { readonly kind: "not_eligible"; readonly issues: readonly EligibilityIssue[] };

export type FlightsService = {
  readonly find: (
    id: string,
    caller: Caller,
  ) => { readonly flight: FlightModel; readonly isEditable: boolean } | undefined;
  readonly create: (input: FlightCreate, caller: Caller) => FlightOutcome;
  /** Create or update the flight of a device, as it takes off. */
  readonly upsert: (serialNumber: string, input: FlightUpsert, caller: Caller) => Promise<FlightOutcome>;
  readonly edit: (id: string, input: FlightEdit, caller: Caller) => FlightOutcome;
  /** The flight that a device is on: one going on rather than one that is planned. */
  readonly findCurrent: (serialNumber: string, caller: Caller) => FlightModel | undefined;
  /** What stands in the way of a flight of a device that would be planned for that time. */
  readonly listIssues: (deviceId: string, window: TimeRange) => readonly EligibilityIssue[];
};

export function createFlightsService(deps: FlightsDeps): FlightsService {
  const { db, clock, ids, tracks } = deps;

  function find(id: string, caller: Caller) {
    const flight = findFlight(db, id);
    return flight !== undefined && canRead(caller, flight)
      ? { flight, isEditable: canEdit(caller, flight) }
      : undefined;
  }

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

  function touchedZones(area: Area): readonly EligibilityIssue[] {
    const zones = outlinesOf(area).flatMap((outline) => deps.listZonesTouching(outline));
    return [...new Map(zones.map((zone) => [zone.id, zone])).values()].map(zoneIssue);
  }

  function create(input: FlightCreate, caller: Caller): FlightOutcome {
    if (input.id !== undefined && findFlight(db, input.id) !== undefined) return { kind: "exists" };
    const plannedStartMs = Date.parse(input.date_planned_start);
    const plannedFinishMs = Date.parse(input.date_planned_finish);
    if (plannedFinishMs < plannedStartMs) return invalid("date_planned_finish", "must not be before the planned begin");
    const startedMs = msOf(input.date_started);
    const finishedMs = msOf(input.date_finished);
    if (startedMs !== null && finishedMs !== null && finishedMs < startedMs) {
      return invalid("date_finished", NO_END);
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
    if (device !== undefined && isAhead(input.status)) {
      const issues = [
        ...deps.listDeviceIssues(device.summary.id),
        ...overlapIssue(listOverlapping(db, device.summary.id, { fromMs: plannedStartMs, toMs: plannedFinishMs })),
      ].filter(({ id, is_blocking }) => is_blocking && !(id === "no_default_aircraft" && input.aircraft));
      if (issues.length > 0) return { kind: "not_eligible", issues };
    }
    return insert(
      {
        id: input.id ?? ids.random(),
        owner: caller.userId,
        pilot,
        organization,
        plannedStartMs,
        plannedFinishMs,
        startedMs,
        finishedMs,
        status: input.status,
        closingFlag: null,
        visibility: input.visibility ?? deps.findPerson(caller.userId)?.defaultVisibility ?? "public",
        device: device?.summary.id ?? null,
        aircraft: input.aircraft ?? null,
        region: input.region,
        area: read.area,
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
        declaredAircraft: null,
        createdMs: clock.now(),
      },
      device,
    );
  }

  function isUsable(device: FlightDevice | undefined, caller: Caller): device is FlightDevice {
    return device !== undefined && (caller.isAdministrator || device.owner === caller.userId);
  }

  /** A station knows an organization by the devices that have it among their groups, and their owner's aircraft. */
  function isOfOrganization(organization: string, device: FlightDevice | undefined, aircraft: string | null): boolean {
    if (device === undefined || aircraft === null) return false;
    return device.groups.includes(organization) && deps.findAircraft(aircraft)?.owner === device.owner;
  }

  async function upsert(serialNumber: string, input: FlightUpsert, caller: Caller): Promise<FlightOutcome> {
    const device = deps.findDevice(serialNumber);
    if (!isUsable(device, caller) || device.owner === null) return { kind: "missing" };
    const updated = update(device, input);
    if (updated !== undefined) return updated;

    const aircraft = device.aircraft ?? deps.findPerson(device.owner)?.defaultAircraft ?? null;
    if (aircraft === null) return { kind: "no_aircraft" };
    const window = windowOf(input, clock.now());
    if (window.toMs < window.fromMs) return invalid("date_finished", NO_END);
    // Create-or-update rule 3: what stands in the way. No other plan stands in the way of a take-off.
    const issues = [
      ...deps.listDeviceIssues(device.summary.id),
      ...(input.status === "planned" ? overlapIssue(listOthers(device, window)) : []),
    ].filter(({ is_blocking }) => is_blocking);
    if (issues.length > 0) return { kind: "not_eligible", issues };
    const takeoff = { latitude: input.takeoff_latitude, longitude: input.takeoff_longitude };
    const groundM = input.takeoff_altitude ?? (await deps.findGroundM(takeoff)) ?? null;
    // The device may have said it again while the ground was asked for.
    const updatedSince = update(device, input);
    if (updatedSince !== undefined) return updatedSince;
    const visibility = deps.findPerson(device.owner)?.defaultVisibility ?? "public";
    const given = { id: ids.random(), device: device.summary.id, owner: device.owner, aircraft, visibility };
    return insert(newFlight({ ...given, window, groundM, createdMs: clock.now() }, input), device);
  }

  /**
   * Create-or-update rule 1: the planned or current flight whose window contains the present; rule 2: a take-off outside
   * of the regions of all of them starts a new flight, which is found in its turn.
   */
  function update(device: FlightDevice, input: FlightUpsert): FlightOutcome | undefined {
    const takeoff = { latitude: input.takeoff_latitude, longitude: input.takeoff_longitude };
    const found = listFlightsAt(db, device.summary.id, clock.now()).find(({ area }) => isInsideArea(area, takeoff));
    if (found === undefined) return undefined;
    const updated = applyTakeoff(found, input);
    return endsBeforeItBegins(updated) ? invalid("date_finished", NO_END) : save(updated, found);
  }

  /** Flights of a device at that time, but for those that it has left by rule 2. */
  function listOthers(device: FlightDevice, window: TimeRange): readonly FlightModel[] {
    const left = new Set(listFlightsAt(db, device.summary.id, clock.now()).map(({ id }) => id));
    return listOverlapping(db, device.summary.id, window).filter(({ id }) => !left.has(id));
  }

  function edit(id: string, input: FlightEdit, caller: Caller): FlightOutcome {
    const found = find(id, caller);
    if (found === undefined) return { kind: "missing" };
    if (!found.isEditable) return { kind: "forbidden" };
    const { flight } = found;
    if (flight.status !== "planned") return { kind: "not_planned", status: flight.status };
    const read = input.region ? areaOf(input.region) : undefined;
    if (read?.kind === "invalid") return invalid("region", read.msg);
    return save(
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
    create,
    upsert,
    edit,
    findCurrent(serialNumber, caller) {
      const device = deps.findDevice(serialNumber);
      const [flight] = device === undefined ? [] : listFlightsAt(db, device.summary.id, clock.now());
      return flight !== undefined && canRead(caller, flight) ? flight : undefined;
    },
    listIssues(deviceId, window) {
      const overlapping = listOverlapping(db, deviceId, window);
      const zones = overlapping.flatMap(({ area }) => touchedZones(area));
      return [...overlapIssue(overlapping), ...new Map(zones.map((zone) => [zone.description, zone])).values()];
    },
  };
}

const NO_END = "must not be before the begin";

function invalid(field: string, msg: string): FlightOutcome {
  return { kind: "invalid", field, msg };
}
