import type { FlightUpsert } from "../../contracts/flights.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { isInsideArea } from "./area.rules.ts";
import { createDeviceFlights } from "./device-flights.ts";
import { isUsable } from "./flights.create.ts";
import type { FlightDevice, FlightsDeps } from "./flights.deps.ts";
import type { FlightModel } from "./flights.model.ts";
import { type Caller, type FlightOutcome, invalid, END_BEFORE_START } from "./flights.outcome.ts";
import { overlapIssue } from "./flights.rules.ts";
import { applyTakeoff, endsBeforeItBegins, newFlight, windowOf } from "./flights.takeoff.ts";
import type { FlightWriter } from "./flights.writer.ts";

/** Creates or updates the flight of a device, as it takes off. */
export function createFlightUpsert(deps: FlightsDeps, writer: FlightWriter) {
  const { clock, ids, tracks } = deps;
  const deviceFlights = createDeviceFlights(deps);

  async function upsert(serialNumber: string, input: FlightUpsert, caller: Caller): Promise<FlightOutcome> {
    const device = deps.findDevice(serialNumber);
    if (!isUsable(device, caller) || device.owner === null) return { kind: "missing" };
    const updated = update(device, input);
    if (updated !== undefined) return updated;

    const aircraft = device.aircraft ?? deps.findPerson(device.owner)?.defaultAircraft ?? null;
    if (aircraft === null) return { kind: "no_aircraft" };
    const window = windowOf(input, clock.now());
    if (window.toMs < window.fromMs) return invalid("date_finished", END_BEFORE_START);
    // Create-or-update rule 3: the reasons against the flight. Another plan never prevents a take-off.
    const issues = [
      ...deps.listDeviceIssues(device.summary.id),
      ...(input.status === "planned" ? overlapIssue(listOthers(device, window)) : []),
    ].filter(({ is_blocking }) => is_blocking);
    if (issues.length > 0) return { kind: "not_eligible", issues };
    const takeoff = { latitude: input.takeoff_latitude, longitude: input.takeoff_longitude };
    const groundM = input.takeoff_altitude ?? (await deps.findGroundM(takeoff)) ?? null;
    // The device may have sent the report again while the height of the ground was requested.
    const updatedSince = update(device, input);
    if (updatedSince !== undefined) return updatedSince;
    const visibility = deps.findPerson(device.owner)?.defaultVisibility ?? "public";
    const given = { id: ids.random(), device: device.summary.id, owner: device.owner, aircraft, visibility };
    return writer.insert(newFlight({ ...given, window, groundM, createdMs: clock.now() }, input), device);
  }

  /**
   * Create-or-update rule 1: the planned or current flight whose window contains the present; rule 2: a take-off
   * outside of the regions of all of them starts a new flight, which later reports find by rule 1. A flight whose
   * operation was deleted accepts no telemetry, so it is not flown either.
   */
  function update(device: FlightDevice, input: FlightUpsert): FlightOutcome | undefined {
    const takeoff = { latitude: input.takeoff_latitude, longitude: input.takeoff_longitude };
    const found = deviceFlights
      .listAt(device, clock.now())
      .find(({ area, suboperation }) => isInsideArea(area, takeoff) && tracks.extent(suboperation) !== undefined);
    if (found === undefined) return undefined;
    const updated = applyTakeoff(found, input);
    return endsBeforeItBegins(updated) ? invalid("date_finished", END_BEFORE_START) : writer.save(updated, found);
  }

  /** Flights of a device in that time, except those whose window contains the present, which it leaves by rule 2. */
  function listOthers(device: FlightDevice, window: TimeRange): readonly FlightModel[] {
    const left = new Set(deviceFlights.listAt(device, clock.now()).map(({ id }) => id));
    return deviceFlights.listOverlapping(device, window).filter(({ id }) => !left.has(id));
  }

  return upsert;
}
