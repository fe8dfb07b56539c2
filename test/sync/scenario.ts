import { HOUR_MS, isoFromMs, MINUTE_MS, SECOND_MS } from "../../server/kernel/clock.ts";
import type { StatusEntry } from "../../server/contracts/flight-telemetry.ts";
import type { RecordedPoint } from "./station.model.ts";
import { saveFlight, takeOff } from "./cloud.flights.ts";
import {
  requestInBrowser,
  requestBodyInBrowser,
  callStation,
  recordStationValues,
  OTHER_TOKEN,
  type World,
} from "./world.ts";

/** Random actions of people at stations and in the cloud. */

type Id = { readonly id: string };

/** The first days: aircraft, devices, plans and flights, without a network. */
export async function liveOffline(world: World): Promise<void> {
  const { random, stations, cloud } = world;
  const isCreatedByDevices = cloud.core.variant.name === "device_flights";
  const size = world.isLarge ? LARGE : SMALL;
  for (const at of stations.keys()) {
    const aircraft = await times(random.pick(size.aircraft), () => makeAircraft(world, at));
    const devices = await times(random.pick(size.devices), () =>
      makeDevice(world, at, random.chance(isCreatedByDevices ? 0.8 : 0.2)),
    );
    const assets = { aircraft, devices };
    await times(random.pick(size.plans), () => planFlight(world, at, assets));
    await times(random.pick(at === 0 ? size.flights : [0, 1]), () => flyFlight(world, at, assets));
    await makeNeighbour(world, at);
    await recordStationValues(world, at);
  }
  if (random.chance(0.5)) makeCloudAircraft(world);
  for (let count = random.pick(size.plansInCloud); count > 0; count--) planInCloud(world);
  makeOtherAccount(world);
}

/** Most faults show in a small world as well, of which many more runs fit into a minute; two in a hundred are large. */
const SMALL = {
  aircraft: [0, 1, 1, 2],
  devices: [0, 1, 1],
  plans: [0, 0, 1],
  flights: [1],
  plansInCloud: [0, 0, 1],
  points: [5, 25],
} as const;
const LARGE = {
  aircraft: [1, 2, 3],
  devices: [1, 2, 3],
  plans: [1, 2, 3],
  flights: [2, 3, 4],
  plansInCloud: [1, 2, 3],
  points: [30, 300],
} as const;

async function makeAircraft(world: World, at: number): Promise<string> {
  const { random } = world;
  const body = {
    name: `Aircraft ${random.uuid().slice(0, 8)}`,
    weight: random.chance(0.8) ? random.between(100, 5000) : null,
    uas_class: random.pick(["AircraftUASClass.C0", "AircraftUASClass.C2", "AircraftUASClass.UNKNOWN"]),
    endurance: random.between(5, 60),
  };
  const { id } = await callStation<Id>(world, at, "createAircraft", { body });
  world.made.stationAircraft[at]!.push(id);
  return id;
}

/** Some devices are in the cloud already: paired there, with fields of their own. */
async function makeDevice(world: World, at: number, isThere: boolean): Promise<string> {
  const { random } = world;
  const serial_number = `1596A${random.uuid().replaceAll("-", "").slice(0, 12)}`;
  const body = { serial_number, name: `Device ${serial_number.slice(-4)}` };
  if (isThere) requestBodyInBrowser(world, "POST", "/v1/devices", body);
  return (await callStation<Id>(world, at, "registerDevice", { body })).id;
}

type Assets = { readonly aircraft: readonly string[]; readonly devices: readonly string[] };

function planOf(world: World, beginMs: number, isPrivate: boolean) {
  const { random } = world;
  const [latitude, longitude] = [50 + random.between(0, 999) / 1000, 14 + random.between(0, 999) / 1000];
  return {
    date_planned_start: isoFromMs(beginMs),
    date_planned_finish: isoFromMs(beginMs + 30 * MINUTE_MS),
    visibility: isPrivate ? "private" : "public",
    region: random.chance(0.05) ? square(longitude, latitude) : circle(longitude, latitude),
    max_flight_altitude: random.between(100, 500),
    takeoff_latitude: latitude,
    takeoff_longitude: longitude,
    max_height: random.chance(0.5) ? random.between(30, 120) : null,
    lower_altitude: random.between(0, 50),
  };
}

const circle = (lon: number, lat: number) => ({ type: "Point", coordinates: [lon, lat], radius: 500 });

function square(lon: number, lat: number) {
  const [west, south, east, north] = [lon - 0.01, lat - 0.01, lon + 0.01, lat + 0.01];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: "Polygon", coordinates: [ring] };
}

export async function planFlight(world: World, at: number, { aircraft, devices }: Assets): Promise<string> {
  const { random, time } = world;
  const isPrivate = random.chance(0.4);
  const body = {
    ...planOf(world, time.nowMs + random.between(24, 9999) * HOUR_MS, isPrivate),
    id: random.uuid(),
    aircraft: aircraft[0] ?? null,
    device: devices[0] ?? null,
  };
  if (isPrivate) world.keptPrivate.add(body.id);
  await callStation(world, at, "createFlight", { body });
  return body.id;
}

export async function flyFlight(world: World, at: number, { aircraft, devices }: Assets): Promise<string> {
  const { random, time } = world;
  const isPrivate = random.chance(0.4);
  const beginMs = time.nowMs - random.between(2, 72) * HOUR_MS + random.between(0, 999);
  const [fewest, most] = (world.isLarge ? LARGE : SMALL).points;
  const count = random.between(fewest, most);
  const points = makePoints(world, beginMs, count, random.chance(0.25) ? 200 : SECOND_MS);
  const lastMs = Date.parse(points.at(-1)!.time);
  const status = random.pick(["finished", "finished", "inactive", "current"]);
  // A device is on one flight at a time.
  const device = devices.length > 0 && status !== "current" && random.chance(0.7) ? random.pick(devices) : null;
  const body = {
    ...planOf(world, beginMs, isPrivate),
    id: random.uuid(),
    aircraft: aircraft[0] ?? null,
    device,
    status,
    date_started: isoFromMs(beginMs),
    date_finished: isoFromMs(lastMs),
    source: random.pick(["flight-store", "direct-source"]),
  };
  if (isPrivate) world.keptPrivate.add(body.id);
  await callStation(world, at, "createFlight", { body });
  recordPoints(world, at, body.id, points);
  if (random.chance(0.5)) {
    const states = makeStates(world, body.id, beginMs);
    await callStation(world, at, "createFlightStatusHistory", { params: { id: body.id }, body: states });
  }
  if (device !== null && world.cloud.core.variant.name === "device_flights" && random.chance(0.6))
    createByDevice(world, at, body.id);
  return body.id;
}

export function recordPoints(world: World, at: number, flight: string, points: readonly RecordedPoint[]): void {
  const key = `${at}:${flight}`;
  const known = world.recorded.get(key) ?? new Set();
  world.stations[at]!.addPoints(flight, points);
  for (const { time } of points) known.add(Date.parse(time));
  world.recorded.set(key, known);
}

export function makePoints({ random }: World, beginMs: number, count: number, stepMs: number): RecordedPoint[] {
  const [lat, lon] = [50 + random.next(), 14 + random.next()];
  // A receiver does not always know a velocity; the cloud wants one.
  const unknownShare = random.pick([0, 0, 0, 0, 0, 0, 0, 0.1, 0.1, 1]);
  return Array.from({ length: count }, (_, index): RecordedPoint => ({
    time: isoFromMs(beginMs + index * stepMs),
    location: {
      lat: Math.round((lat + index * 1.234e-5) * 1e7) / 1e7,
      lon: Math.round((lon + index * 2.1e-5) * 1e7) / 1e7,
    },
    velocity: random.chance(unknownShare)
      ? null
      : { x: random.between(-9000, 9000) / 1000, y: random.between(-9000, 9000) / 1000, z: 0 },
    altitude: null,
    geo_altitude: random.between(200_000, 300_000) / 1000,
    vertical_accuracy: 3,
    horizontal_accuracy: 1,
    speed_accuracy: null,
    height: index / 10,
    pressure: null,
  }));
}

function makeStates({ random }: World, flight: string, beginMs: number): StatusEntry[] {
  return Array.from({ length: random.between(2, 10) }, (_, index) => ({
    flight,
    time: isoFromMs(beginMs + index * 5 * SECOND_MS),
    time_received: isoFromMs(beginMs + index * 5 * SECOND_MS + 100),
    battery: random.between(3300, 4200) / 1000,
    cellid: null,
    rsrp: -random.between(60, 120),
    rsrq: null,
    snr: null,
    tac: null,
    satellites: random.between(0, 20),
    charging: false,
  }));
}

/** The flight that a networked device made in the cloud by itself, with some of its points. */
function createByDevice(world: World, at: number, flight: string): void {
  const { cloud, stations, random } = world;
  const detail = stations[at]!.flights.find(flight)!.detail;
  const serial = detail.device!.serial_number;
  const there = [...cloud.core.state.devices.values()].find(({ serial_number }) => serial_number === serial);
  if (there === undefined) return;
  const id = random.uuid();
  const { lat, lon } = detail.take_off.location;
  saveFlight(cloud.core, {
    ...detail,
    id,
    owner: there.owner!,
    pilot: there.owner!,
    status: "finished",
    source: "direct-source",
    visibility: "private",
    aircraft: null,
    device: there.id,
    take_off: takeOff(lat, lon),
    closing_flag: "nominal",
    processed: 0,
    processedMs: null,
  });
  world.made.createdByDevice.set(id, `${at}:${flight}`);
  world.made.cloudFlights.add(id);
}

/** Another account of the same station, which has no peer. */
async function makeNeighbour(world: World, at: number): Promise<void> {
  const neighbour = world.random.uuid();
  const body = { ...planOf(world, world.time.nowMs - HOUR_MS, false), id: world.random.uuid(), status: "finished" };
  await world.stations[at]!.callLocally(neighbour, "createFlight", { body });
  world.neighbourFlights.push(body.id);
}

function makeCloudAircraft(world: World): void {
  const { random, made } = world;
  const body = {
    name: `Cloud aircraft ${random.uuid().slice(0, 8)}`,
    weight: 900,
    uas_class: "AircraftUASClass.C1",
    endurance: 20,
  };
  requestBodyInBrowser(world, "POST", "/v1/aircraft", body);
  made.cloudAircraft += 1;
}

export function planInCloud(world: World): void {
  const { random, made, time, keptPrivate } = world;
  const isPrivate = random.chance(0.5);
  const id = random.uuid();
  if (isPrivate) keptPrivate.add(id);
  made.cloudFlights.add(id);
  requestBodyInBrowser(world, "POST", "/v1/flights", {
    ...planOf(world, time.nowMs + random.between(20, 200) * HOUR_MS, isPrivate),
    // Not every cloud takes another one.
    region: circle(14.5, 50.5),
    id,
  });
}

/** Another account of the cloud, whose records must never move. */
function makeOtherAccount(world: World): void {
  const { random, time } = world;
  const id = random.uuid();
  const body = { ...planOf(world, time.nowMs + 48 * HOUR_MS, true), region: circle(14.5, 50.5), id };
  world.made.cloudFlights.add(id);
  requestInBrowser(world, "POST", "/v1/flights", { body, token: OTHER_TOKEN });
  const aircraft = { name: "Other", weight: 1, uas_class: "AircraftUASClass.C0", endurance: 1 };
  requestInBrowser(world, "POST", "/v1/aircraft", { body: aircraft, token: OTHER_TOKEN });
}

async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make());
  return made;
}
