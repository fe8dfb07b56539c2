import { Buffer } from "node:buffer";
import { findRefOfRemote } from "../../server/features/sync/refs.store.ts";
import type { WireAnswer } from "../../server/sync/index.ts";
import { type Cloud, createCloud } from "./cloud.model.ts";
import { fieldKey } from "./cloud.core.ts";
import { type CloudUser, type CloudVariant, copyCloudState } from "./cloud.state.ts";
import type { Random } from "./random.ts";
import type { StationModel } from "./station.model.ts";

/** Fields that both sides can edit, by kind. */
export const EDITABLE = {
  aircraft: ["name", "weight", "uas_class", "endurance"],
  device: ["name", "color_tag", "callsign", "groups"],
  flight: ["visibility", "max_flight_altitude", "max_height", "lower_altitude"],
} as const;
export type EditedKind = keyof typeof EDITABLE;

/** An edit by a person; `side` is the number of a station, or the cloud's own page. */
export type Edit = {
  readonly side: number | "cloud";
  readonly kind: EditedKind;
  readonly id: string;
  readonly field: string;
  readonly value: string;
};

/** Everything of a run: the cloud, the stations, and a record of what really happened. */
export type World = {
  readonly seed: string;
  readonly random: Random;
  /** Whether there is more of everything. */
  readonly isLarge: boolean;
  readonly time: { nowMs: number };
  /** Called with every event, to find out why a run failed. */
  readonly trace: ((line: string) => void) | undefined;
  readonly cloud: Cloud;
  readonly stations: readonly StationModel[];
  readonly peers: readonly string[];
  readonly accounts: readonly string[];
  readonly edits: Edit[];
  /** Values that fields had on stations, by `fieldKey` with the station's number in the id. */
  readonly history: Map<string, string[]>;
  /** Times of all points that were recorded here, by station and flight. */
  readonly recorded: Map<string, Set<number>>;
  /** Flights that nobody ever made public. */
  readonly keptPrivate: Set<string>;
  readonly leaks: string[];
  /** Ids of what the cloud lost when it was restored. */
  readonly lost: Set<string>;
  /** Where each entity was created by the scenario. */
  readonly made: {
    readonly stationAircraft: string[][];
    cloudAircraft: number;
    readonly cloudFlights: Set<string>;
    readonly createdByDevice: Map<string, string>;
  };
  /** Flights of another account of the station. */
  readonly neighbourFlights: string[];
};

export const BASE_URL = "https://cloud.example";
export const BEGIN_MS = Date.parse("2026-06-01T08:00:00Z");
/** The token of the station, and that of a person's browser. */
export const [STATION_TOKEN, WEB_TOKEN, OTHER_TOKEN] = ["station.token", "web.token", "other.token"] as const;

const LARGE_SHARE = 0.02;

export function createWorld(options: {
  readonly seed: string;
  readonly random: Random;
  readonly variant: CloudVariant;
  readonly stations: readonly StationModel[];
  readonly trace: World["trace"];
}): World {
  const { random, stations, variant } = options;
  const users = ["pilot", "other"].map((name) => ({ id: random.uuid(), email: `${name}@example.org`, name }));
  const world = worldWith(options, {
    nowMs: BEGIN_MS,
    users,
    variant,
    isLarge: random.chance(LARGE_SHARE),
    peers: stations.map(() => random.uuid()),
    accounts: stations.map(() => random.uuid()),
  });
  for (const station of stations) station.reset({ now: () => world.time.nowMs, random });
  return world;
}

/**
 * A world that goes on from one whose stations were kept (`keep`). Neither sees what is done to the other, but its stations
 * are the same ones: the first is over.
 */
export function continueWorld(
  first: World,
  options: { readonly random: Random; readonly trace: World["trace"] },
): World {
  const { core } = first.cloud;
  const { variant, users } = core;
  const world = worldWith({ ...first, ...options }, { ...first, nowMs: first.time.nowMs, variant, users });
  for (const station of world.stations) station.goBack({ now: () => world.time.nowMs, random: options.random });
  world.cloud.core.state = copyCloudState(core.state);
  for (const [key, values] of core.history) world.cloud.core.history.set(key, [...values]);
  world.cloud.requests.push(...first.cloud.requests);
  world.edits.push(...first.edits);
  for (const [key, values] of first.history) world.history.set(key, [...values]);
  for (const [key, times] of first.recorded) world.recorded.set(key, new Set(times));
  for (const id of first.keptPrivate) world.keptPrivate.add(id);
  world.leaks.push(...first.leaks);
  world.neighbourFlights.push(...first.neighbourFlights);
  const { stationAircraft, cloudAircraft, cloudFlights, createdByDevice } = first.made;
  for (const [at, ids] of stationAircraft.entries()) world.made.stationAircraft[at]!.push(...ids);
  world.made.cloudAircraft = cloudAircraft;
  for (const id of cloudFlights) world.made.cloudFlights.add(id);
  for (const [there, flight] of createdByDevice) world.made.createdByDevice.set(there, flight);
  return world;
}

/** A world in which nothing has happened. */
function worldWith(
  { seed, random, stations, trace }: Pick<World, "seed" | "random" | "stations" | "trace">,
  given: Pick<World, "isLarge" | "peers" | "accounts"> & {
    readonly nowMs: number;
    readonly variant: CloudVariant;
    readonly users: readonly CloudUser[];
  },
): World {
  const { nowMs, variant, users, isLarge, peers, accounts } = given;
  const time = { nowMs };
  const cloud = createCloud({ variant, users, now: () => time.nowMs, newId: random.uuid });
  cloud.tokens.set(STATION_TOKEN, users[0]!.id);
  cloud.tokens.set(WEB_TOKEN, users[0]!.id);
  cloud.tokens.set(OTHER_TOKEN, users[1]!.id);
  const world: World = {
    seed,
    random,
    isLarge,
    time,
    trace,
    cloud,
    stations,
    peers,
    accounts,
    edits: [],
    history: new Map(),
    recorded: new Map(),
    keptPrivate: new Set(),
    leaks: [],
    lost: new Set(),
    made: {
      stationAircraft: stations.map(() => []),
      cloudAircraft: 0,
      cloudFlights: new Set(),
      createdByDevice: new Map(),
    },
    neighbourFlights: [],
  };
  cloud.core.onFlight = ({ id, visibility }) => {
    if (visibility === "public" && world.keptPrivate.has(id)) world.leaks.push(id);
  };
  return world;
}

/** A request of a person's browser, without faults. */
export function requestInBrowser(
  world: World,
  method: string,
  path: string,
  { body, token = WEB_TOKEN }: { readonly body?: object | undefined; readonly token?: string },
): WireAnswer {
  return world.cloud.answer({
    method,
    url: `${BASE_URL}${path}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  });
}

/** The same, and returns the body. Throws when it is refused. */
export function requestBodyInBrowser<T>(world: World, method: string, path: string, body?: object): T {
  const answer = requestInBrowser(world, method, path, { body });
  const text = Buffer.from(answer.body).toString("utf8");
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

/** A call of a person at a station. Throws when it is refused. */
export async function callStation<T>(world: World, at: number, name: string, input: object): Promise<T> {
  const reply = await world.stations[at]!.callLocally(world.accounts[at]!, name as never, input as never);
  if (reply.status !== 200)
    throw new Error(`${name} ${JSON.stringify(input)}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as T;
}

export const stationKey = (at: number, kind: string, id: string, field: string) => fieldKey(kind, `${at}:${id}`, field);

/** The value of every editable field of a station's record, as JSON; `undefined` when there is no such record. */
export async function stationFields(
  world: World,
  at: number,
  kind: EditedKind,
  id: string,
): Promise<Record<string, string> | undefined> {
  const station = world.stations[at]!;
  const names = { aircraft: "getAircraft", device: "getDevice" } as const;
  const record =
    kind === "flight"
      ? station.flights.find(id)?.detail
      : await station
          .callLocally(world.accounts[at]!, names[kind], { params: { id } })
          .then(({ status, body }) => (status === 200 ? body : undefined));
  return record === undefined ? undefined : fieldsOf(kind, record as object);
}

export function fieldsOf(kind: EditedKind, record: object): Record<string, string> {
  return Object.fromEntries(
    EDITABLE[kind].map((field) => [field, JSON.stringify((record as Record<string, unknown>)[field] ?? null)]),
  );
}

/** The cloud's record of a kind, and its fields as JSON. */
export function cloudRecord(world: World, kind: EditedKind, id: string): object | undefined {
  const { aircraft, devices, flights } = world.cloud.core.state;
  return { aircraft, device: devices, flight: flights }[kind].get(id);
}

/** Records the values that a station's records have now. */
export async function recordStationValues(world: World, at: number): Promise<void> {
  const { db } = world.stations[at]!.faults;
  for (const kind of Object.keys(COLUMNS) as EditedKind[]) {
    const rows = db
      .prepare<[string], Record<string, unknown>>(`SELECT id, ${COLUMNS[kind].join(", ")} FROM ${kind} WHERE owner = ?`)
      .all(world.accounts[at]!);
    for (const row of rows) {
      for (const [index, field] of EDITABLE[kind].entries()) {
        const stored = row[COLUMNS[kind][index]!];
        const value = field === "groups" ? JSON.stringify(JSON.parse(stored as string)) : JSON.stringify(stored);
        const key = stationKey(at, kind, row["id"] as string, field);
        const values = world.history.get(key);
        if (values === undefined) world.history.set(key, [value]);
        else if (values.at(-1) !== value) values.push(value);
      }
    }
  }
}

/** Columns of the editable fields, in their order. */
const COLUMNS: Readonly<Record<EditedKind, readonly string[]>> = {
  aircraft: ["name", "weight_g", "uas_class", "endurance_min"],
  device: ["name", "color_tag", "callsign", "groups"],
  flight: ["visibility", "ceiling_m", "max_height_m", "lower_altitude_m"],
};

/** Aircraft, devices and flights of the account at a station. */
export function listRecords(
  world: World,
  at: number,
): readonly { readonly kind: EditedKind; readonly id: string; readonly status: string }[] {
  const { db } = world.stations[at]!.faults;
  return db
    .prepare<[object], { kind: EditedKind; id: string; status: string }>(
      `SELECT 'aircraft' AS kind, id, '' AS status FROM aircraft WHERE owner = @owner AND removed_ms IS NULL
       UNION ALL SELECT 'device', id, '' FROM device WHERE owner = @owner
       UNION ALL SELECT 'flight', id, status FROM flight WHERE owner = @owner`,
    )
    .all({ owner: world.accounts[at]! })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

export const localIdOf = (world: World, at: number, kind: EditedKind, remoteId: string): string | undefined =>
  findRefOfRemote(world.stations[at]!.faults.db, world.peers[at]!, kind, remoteId)?.localId;
