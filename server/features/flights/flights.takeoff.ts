import { type FlightUpsert, DEFAULT_FLIGHT_MS } from "../../contracts/flights.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { FlightModel } from "./flights.model.ts";

/** Create-or-update rule 4: radius in metres of the region of a flight started by a device. */
const DEFAULT_RADIUS_M = 1000;
/** Create-or-update rule 4: ceiling above the take-off, metres. */
const DEFAULT_CEILING_M = 120;

/** Create-or-update rule 4: the planned time window of a new flight. */
export function windowOf(input: FlightUpsert, nowMs: number): TimeRange {
  const fromMs = msOf(input.date_started) ?? nowMs;
  return { fromMs, toMs: msOf(input.date_finished) ?? fromMs + DEFAULT_FLIGHT_MS };
}

/** Create-or-update rule 4: defaults of a new flight for values that the device does not report. */
export function newFlight(
  given: Pick<FlightModel, "id" | "owner" | "aircraft" | "visibility" | "createdMs"> & {
    readonly device: string | null;
    readonly window: TimeRange;
    /** Height of the ground at the take-off above mean sea level, metres. */
    readonly groundM: number | null;
  },
  input: FlightUpsert,
): Omit<FlightModel, "suboperation"> {
  const { window, groundM, ...flight } = given;
  const centre = { latitude: input.takeoff_latitude, longitude: input.takeoff_longitude };
  return {
    ...flight,
    pilot: flight.owner,
    organization: null,
    plannedStartMs: window.fromMs,
    plannedFinishMs: window.toMs,
    startedMs: window.fromMs,
    finishedMs: null,
    status: input.status ?? "current",
    closingFlag: null,
    // The cloud service writes this region in the order latitude, longitude.
    region: {
      type: "Feature",
      geometry: { type: "Point", coordinates: [centre.latitude, centre.longitude] },
      properties: { radius: DEFAULT_RADIUS_M },
    },
    area: { kind: "circle", centre, radiusM: DEFAULT_RADIUS_M },
    ceilingM: DEFAULT_CEILING_M + (groundM ?? 0),
    maxHeightM: null,
    lowerAltitudeM: null,
    takeoffLatitude: centre.latitude,
    takeoffLongitude: centre.longitude,
    takeoffAltitudeM: groundM,
    takeoffPressureHpa: input.takeoff_pressure ?? null,
    operationMode: null,
    operationCategory: null,
    source: "direct-source",
    colorTag: null,
    callsign: null,
    distanceM: null,
    durationS: null,
    bbox: null,
    processingRequestedMs: null,
    sourceName: null,
    logName: null,
    declaredAircraft: null,
  };
}

/** Applies the report of a device to its planned or current flight. */
export function applyTakeoff(flight: FlightModel, input: FlightUpsert): FlightModel {
  return {
    ...flight,
    takeoffLatitude: input.takeoff_latitude,
    takeoffLongitude: input.takeoff_longitude,
    takeoffAltitudeM: input.takeoff_altitude ?? flight.takeoffAltitudeM,
    takeoffPressureHpa: input.takeoff_pressure ?? flight.takeoffPressureHpa,
    startedMs: msOf(input.date_started) ?? flight.startedMs,
    plannedFinishMs: msOf(input.date_finished) ?? flight.plannedFinishMs,
    status: input.status ?? flight.status,
  };
}

export function endsBeforeItBegins({ plannedStartMs, startedMs, plannedFinishMs }: FlightModel): boolean {
  return plannedFinishMs < Math.max(plannedStartMs, startedMs ?? plannedStartMs);
}

export function msOf(time: string | null | undefined): number | null {
  return time ? Date.parse(time) : null;
}
