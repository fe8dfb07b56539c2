import type { FlightDetail } from "../contracts/flights.ts";
import type { Answer } from "./answers.rules.ts";
import { circleAround, isCircle } from "./circle-around.ts";
import { type Fields, isSame } from "./merge.rules.ts";

/** The state of a flight for comparison; the progress of its telemetry is not a difference. */
export type FlightPhase = "planned" | "current" | "cancelled" | "flown";

export function phaseOf(status: string): FlightPhase {
  switch (status) {
    case "planned":
    case "cancelled":
      return status;
    case "current":
    case "inactive":
      return "current";
    default:
      return "flown";
  }
}

export function isFlown({ status }: Pick<FlightDetail, "status">): boolean {
  return phaseOf(status) === "flown";
}

/**
 * The region with longitude first, as everywhere (RFC 7946). A flight that a device began has a circle around its
 * take-off with the coordinates in the other order.
 */
export function orderedRegion({ region, take_off }: Pick<FlightDetail, "region" | "take_off">): FlightDetail["region"] {
  if (region.type !== "Point") return region;
  const { lat, lon } = take_off.location;
  const [first, second] = region.coordinates;
  const isSwapped = lat !== lon && isSame(first, lat) && isSame(second, lon);
  return isSwapped ? { ...region, coordinates: [lon, lat] } : region;
}

/** The flight for a peer for which a person accepted circles; a region that the peer accepted nevertheless is kept. */
export function withCircle(flight: FlightDetail, there?: FlightDetail): FlightDetail {
  const region = orderedRegion(flight);
  if (isCircle(region) || (there !== undefined && isSame(region, orderedRegion(there)))) return flight;
  return { ...flight, region: circleAround(region) };
}

/** A refusal that names the region, which is not a circle: then the circle around it can be offered. */
export function namingRegion<T>(answer: Answer<T>, { region }: { readonly region?: unknown }): Answer<T> {
  const isOffered =
    answer.kind === "refused" &&
    region !== undefined &&
    !isCircle(region as FlightDetail["region"]) &&
    /\bregion\b/i.test(answer.msg);
  return isOffered ? { ...answer, code: "region_refused" } : answer;
}

/** The fields of a flight that can change and are compared. */
export function flightFields(flight: FlightDetail): Fields {
  const phase = phaseOf(flight.status);
  return {
    status: phase,
    // Set by processing on each side.
    closing_flag: phase === "flown" ? null : flight.closing_flag,
    region: orderedRegion(flight),
    visibility: flight.visibility,
    takeoff: flight.take_off.location,
    max_flight_altitude: flight.max_flight_altitude,
    max_height: flight.max_height,
    lower_altitude: flight.lower_altitude,
  };
}

/** The body that changes such fields of a flight; `uploading` is the state for a flown one. */
export function flightEdit({ takeoff, status, ...fields }: Fields, flownStatus: "uploading" | "finished"): Fields {
  const location = takeoff as FlightDetail["take_off"]["location"] | undefined;
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || name === "max_height")),
    ...(location === undefined ? {} : { takeoff_latitude: location.lat, takeoff_longitude: location.lon }),
    ...(status === undefined ? {} : { status: status === "flown" ? flownStatus : status }),
  };
}

/** A flight with other values of such fields. */
export function withFlightFields(flight: FlightDetail, { takeoff, status, ...fields }: Fields): FlightDetail {
  const location = takeoff as FlightDetail["take_off"]["location"] | undefined;
  return {
    ...flight,
    ...(fields as Partial<FlightDetail>),
    ...(location === undefined ? {} : { take_off: { ...flight.take_off, location } }),
    ...(status === undefined || phaseOf(flight.status) === status
      ? {}
      : { status: status === "flown" ? "finished" : (status as FlightDetail["status"]) }),
  };
}

/** The body that creates a flight with its own id. */
export function flightCreate(
  flight: FlightDetail,
  mapped: {
    readonly device: string | null;
    readonly aircraft: string | null;
    /** `null` for the account that sends it, which is the peer's default. */
    readonly pilot: string | null;
    readonly status: FlightDetail["status"];
  },
): Fields {
  const optional = {
    date_started: flight.date_started,
    date_finished: flight.date_finished,
    lower_altitude: flight.lower_altitude,
    max_height: flight.max_height,
    operation_mode: flight.operation_mode,
    operation_category: flight.operation_category,
    color_tag_used: flight.color_tag_used,
    callsign_used: flight.callsign_used,
    device: mapped.device,
    aircraft: mapped.aircraft,
    pilot: mapped.pilot,
  };
  return {
    id: flight.id,
    date_planned_start: flight.date_planned_start,
    date_planned_finish: flight.date_planned_finish,
    // Always set, because the peer's default may differ.
    visibility: flight.visibility,
    region: orderedRegion(flight),
    // The API requires one; a log without heights has none, and its copy is compared without it.
    max_flight_altitude: flight.max_flight_altitude ?? 0,
    takeoff_latitude: flight.take_off.location.lat,
    takeoff_longitude: flight.take_off.location.lon,
    status: mapped.status,
    source: flight.source,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

/** How much of the shorter of two flights overlaps the other in time, 0 to 1. */
export function overlapOf(one: FlightTimes, other: FlightTimes): number {
  const [a, b] = [timesOf(one), timesOf(other)];
  const overlapMs = Math.min(a.untilMs, b.untilMs) - Math.max(a.fromMs, b.fromMs);
  const shorterMs = Math.min(a.untilMs - a.fromMs, b.untilMs - b.fromMs);
  if (overlapMs < 0) return 0;
  return shorterMs <= 0 ? 1 : overlapMs / shorterMs;
}

type FlightTimes = Pick<FlightDetail, "date_planned_start" | "date_planned_finish" | "date_started" | "date_finished">;

function timesOf(flight: FlightTimes): { readonly fromMs: number; readonly untilMs: number } {
  return {
    fromMs: Date.parse(flight.date_started ?? flight.date_planned_start),
    untilMs: Date.parse(flight.date_finished ?? flight.date_planned_finish),
  };
}
