import type { FlightPoint, StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import { isoFromMs } from "../../server/kernel/clock.ts";
import { flightAnswer, flightDetailAnswer } from "./cloud.answers.ts";
import {
  type CloudCall,
  type CloudCore,
  CloudRefusal,
  recordFieldValues,
  ordered,
  pageOf,
  parseBody,
  partsOf,
  pointKey,
  PROCESSING_MS,
} from "./cloud.core.ts";
import type { CloudFlight } from "./cloud.state.ts";

/** Flights of a model cloud, with their telemetry and status history. */

export function listFlights(core: CloudCore, { user, query }: CloudCall) {
  const conditions: ((flight: CloudFlight) => boolean)[] = [
    (flight) => flight.owner === user.id || flight.pilot === user.id || flight.visibility === "public",
  ];
  const equals = {
    aircraft: "aircraft",
    device: "device",
    pilot: "pilot",
    owner: "owner",
    status: "status",
    visibility: "visibility",
  } as const;
  for (const [name, field] of Object.entries(equals)) {
    const asked = query.get(name);
    if (asked !== null) conditions.push((flight) => flight[field] === asked);
  }
  const serial = query.get("device_sn");
  if (serial !== null) {
    conditions.push(({ device }) => device !== null && core.state.devices.get(device)?.serial_number === serial);
  }
  const from = query.get("date_from");
  if (from !== null)
    conditions.push((flight) => Date.parse(flight.date_finished ?? flight.date_planned_finish) >= timeOf(from));
  const to = query.get("date_to");
  if (to !== null)
    conditions.push((flight) => Date.parse(flight.date_started ?? flight.date_planned_start) <= timeOf(to));
  const found = [...core.state.flights.values()].filter((flight) => conditions.every((matches) => matches(flight)));
  const sorted = ordered(found, query, (flight, field) => flight[field as keyof CloudFlight]);
  return pageOf(core, sorted, query).map((flight) => flightAnswer(partsOf(core), flight));
}

function timeOf(text: string): number {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) throw new CloudRefusal(400, "validation_error", "date: must be a date-time.");
  return timeMs;
}

export function createFlight(core: CloudCore, { user, body, query }: CloudCall) {
  if (query.has("via_serial_number")) throw new CloudRefusal(400, "not_expected", "It changes today's plan.");
  const input = parseBody(core.bodies.flightCreate, body);
  if (input.id !== undefined && core.state.flights.has(input.id)) {
    throw new CloudRefusal(409, "flight_exists", "id: a flight with this id exists.");
  }
  checkRegion(core, input.region);
  if (input.status === "uploading" && !core.variant.takesUploading) {
    throw new CloudRefusal(400, "validation_error", "status: cannot be set.");
  }
  if (input.device && core.state.devices.get(input.device)?.owner !== user.id) {
    throw new CloudRefusal(400, "validation_error", "device: no such device.");
  }
  if (input.aircraft && core.state.aircraft.get(input.aircraft)?.owner !== user.id) {
    throw new CloudRefusal(400, "validation_error", "aircraft: no such aircraft.");
  }
  if (input.pilot !== undefined && !core.users.some(({ id }) => id === input.pilot)) {
    throw new CloudRefusal(400, "validation_error", "pilot: no such user.");
  }
  const flight: CloudFlight = {
    id: input.id ?? core.newId(),
    owner: user.id,
    pilot: input.pilot ?? user.id,
    date_planned_start: stored(core, input.date_planned_start)!,
    date_planned_finish: stored(core, input.date_planned_finish)!,
    date_started: stored(core, input.date_started ?? null),
    date_finished: stored(core, input.date_finished ?? null),
    status: input.status ?? "planned",
    closing_flag: null,
    distance: null,
    duration: null,
    // The trap of the document: what is left out is public.
    visibility: input.visibility ?? "public",
    source: input.source ?? "direct-source",
    color_tag_used: input.color_tag_used ?? null,
    callsign_used: input.callsign_used ?? null,
    region: input.region as CloudFlight["region"],
    max_flight_altitude: input.max_flight_altitude,
    max_height: input.max_height ?? null,
    lower_altitude: input.lower_altitude ?? null,
    take_off: takeOff(input.takeoff_latitude, input.takeoff_longitude),
    operation_mode: input.operation_mode ?? null,
    operation_category: input.operation_category ?? null,
    device: input.device ?? null,
    aircraft: input.aircraft ?? null,
    processed: 0,
    processedMs: null,
  };
  saveFlight(core, flight);
  return flightAnswer(partsOf(core), flight);
}

export const takeOff = (lat: number, lon: number): CloudFlight["take_off"] => ({
  location: { lat, lon },
  pressure: null,
  pressure_altitude: null,
  altitude: null,
});

export function saveFlight(core: CloudCore, flight: CloudFlight): void {
  core.state.flights.set(flight.id, flight);
  recordFieldValues(core, "flight", flight.id, flight);
  core.onFlight(flight);
}

export const getFlight = (core: CloudCore, call: CloudCall) => flightDetailAnswer(partsOf(core), readable(core, call));

export function editFlight(core: CloudCore, call: CloudCall) {
  const before = own(core, call);
  const input = parseBody(core.bodies.flightEdit, call.body);
  if (before.status !== "planned") throw new CloudRefusal(409, "not_planned", "status: past flights are read-only.");
  if (input.region) checkRegion(core, input.region);
  const { lat, lon } = before.take_off.location;
  saveFlight(core, {
    ...before,
    status: input.status ?? before.status,
    closing_flag: input.closing_flag ?? before.closing_flag,
    region: (input.region ?? before.region) as CloudFlight["region"],
    visibility: input.visibility ?? before.visibility,
    take_off: takeOff(input.takeoff_latitude ?? lat, input.takeoff_longitude ?? lon),
    max_flight_altitude: input.max_flight_altitude ?? before.max_flight_altitude,
    max_height: input.max_height === undefined ? before.max_height : input.max_height,
    lower_altitude: input.lower_altitude ?? before.lower_altitude,
  });
  return getFlight(core, call);
}

export function processFlight(core: CloudCore, call: CloudCall) {
  const before = own(core, call);
  // A cloud that appends does not check whether it was processed either.
  if (before.processed > 0 && !core.variant.appends) {
    throw new CloudRefusal(409, "processed_before", "id: it has been processed.");
  }
  saveFlight(core, {
    ...before,
    status: "processing",
    processed: before.processed + 1,
    processedMs: core.now() + PROCESSING_MS,
  });
  return getFlight(core, call);
}

function checkRegion({ variant }: CloudCore, region: { readonly type: string }): void {
  const geometry =
    region.type === "Feature" ? (region as { geometry?: { type?: string } }).geometry?.type : region.type;
  if (geometry !== "Point" && !variant.takesEveryRegion) {
    throw new CloudRefusal(400, "validation_error", "region: must be a Point.");
  }
}

function readable(core: CloudCore, { user, params }: CloudCall): CloudFlight {
  const flight = core.state.flights.get(params[0]!);
  if (
    flight === undefined ||
    (flight.owner !== user.id && flight.pilot !== user.id && flight.visibility !== "public")
  ) {
    throw new CloudRefusal(404, "not_found", "id: no such flight.");
  }
  return flight;
}

function own(core: CloudCore, call: CloudCall): CloudFlight {
  const flight = readable(core, call);
  if (flight.owner !== call.user.id) throw new CloudRefusal(403, "forbidden", "id: not your flight.");
  return flight;
}

export function listPoints(core: CloudCore, call: CloudCall): readonly FlightPoint[] {
  return pageOf(core, inOrder(core.state.points.get(readable(core, call).id), call), call.query);
}

export function listStates(core: CloudCore, call: CloudCall): readonly StatusEntry[] {
  return pageOf(core, inOrder(core.state.states.get(readable(core, call).id), call), call.query);
}

function inOrder<T extends { readonly time: string }>(list: readonly T[] = [], { query }: CloudCall): readonly T[] {
  const sorted = [...list].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  return query.get("ordering") === "-time" ? sorted.toReversed() : sorted;
}

export function createPoints(core: CloudCore, call: CloudCall): readonly FlightPoint[] {
  const flight = own(core, call);
  const input = parseBody(core.bodies.points, call.body);
  if (input.length > core.maxPoints)
    throw new CloudRefusal(413, "too_large", `Not more than ${core.maxPoints} points.`);
  checkOpen(core, flight);
  for (const { time } of input) {
    if (core.poison.has(pointKey(flight.id, Date.parse(time)))) {
      throw new CloudRefusal(400, "validation_error", `${time}: implausible.`);
    }
  }
  const points = input.map((one) => storedPoint(core, one));
  store(core, core.state.points, flight.id, points);
  return points;
}

export function createStates(core: CloudCore, call: CloudCall): readonly StatusEntry[] {
  const flight = own(core, call);
  const input = parseBody(core.bodies.states, call.body);
  checkOpen(core, flight);
  const states = input.map((one): StatusEntry => {
    if (one.flight !== flight.id) throw new CloudRefusal(400, "validation_error", "flight: is another one.");
    const { flight: id, time, time_received: received, ...values } = one;
    const nulls = {
      battery: null,
      cellid: null,
      rsrp: null,
      rsrq: null,
      snr: null,
      tac: null,
      satellites: null,
      charging: null,
    };
    return {
      flight: id,
      time: stored(core, time)!,
      time_received: received ?? isoFromMs(core.now()),
      ...nulls,
      ...defined(values),
    };
  });
  store(core, core.state.states, flight.id, states);
  return states;
}

function checkOpen({ variant }: CloudCore, flight: CloudFlight): void {
  if (variant.locksProcessed && flight.processed > 0) {
    throw new CloudRefusal(409, "processed_before", "id: it has been processed, and is read-only.");
  }
}

/** Stores rows one after the other: where `failAfterRows` is set, only the first ones, and then fails. */
function store<T extends { readonly time: string }>(
  core: CloudCore,
  lists: Map<string, T[]>,
  flight: string,
  rows: readonly T[],
): void {
  const { failAfterRows } = core;
  core.failAfterRows = null;
  const taken = failAfterRows === null ? rows : rows.slice(0, failAfterRows);
  let list = lists.get(flight);
  if (list === undefined) lists.set(flight, (list = []));
  if (core.variant.appends) list.push(...taken);
  else {
    const index = new Map(list.map(({ time }, at) => [time, at]));
    for (const row of taken) {
      const at = index.get(row.time);
      if (at === undefined) index.set(row.time, list.push(row) - 1);
      else list[at] = row;
    }
  }
  if (failAfterRows !== null) throw new CloudRefusal(500, "internal_error", "It failed in the middle.");
}

type PointInput = ReturnType<CloudCore["bodies"]["points"]["parse"]>[number];

function storedPoint(core: CloudCore, input: PointInput): FlightPoint {
  const rounded = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined ? null : core.isRounding ? Number(value.toFixed(digits)) : value;
  return {
    time: stored(core, input.time)!,
    location: { lat: rounded(input.location.lat, 6)!, lon: rounded(input.location.lon, 6)! },
    velocity: { x: rounded(input.velocity.x, 2)!, y: rounded(input.velocity.y, 2)!, z: rounded(input.velocity.z, 2)! },
    altitude: rounded(input.altitude, 1),
    geo_altitude: rounded(input.geo_altitude, 1),
    vertical_accuracy: rounded(input.vertical_accuracy, 1),
    horizontal_accuracy: rounded(input.horizontal_accuracy, 1),
    speed_accuracy: rounded(input.speed_accuracy, 1),
    height: rounded(input.height, 1),
    pressure: rounded(input.pressure, 1),
  };
}

/** A time as the cloud writes it back. */
function stored({ variant }: CloudCore, time: string | null): string | null {
  if (time === null) return null;
  const timeMs = Date.parse(time);
  return isoFromMs(Math.round(timeMs / variant.timeStepMs) * variant.timeStepMs);
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
