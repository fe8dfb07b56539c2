import { findPeer, savePeer, updatePeer } from "../../server/features/sync/peers.store.ts";
import { listItems } from "../../server/features/sync/outbox.store.ts";
import { newPeer } from "../../server/features/sync/sync.rules.ts";
import { DEFAULT_SYNC_SCOPE } from "../../server/contracts/sync.ts";
import { MINUTE_MS } from "../../server/kernel/clock.ts";
import type { WireAnswer, WireRequest } from "../../server/sync/index.ts";
import { CLOUD_VARIANTS } from "./cloud.state.ts";
import { type FaultName, faultOf } from "./faults.ts";
import type { RunResult } from "./invariants.ts";
import { createRandom, type Random } from "./random.ts";
import { checkSharing } from "./sharing.invariants.ts";
import { receiveAircraft, receiveMore, type SharingWorld } from "./sharing.scenario.ts";
import { answerAsStation } from "./sharing.server.ts";
import { type Run, SCOPES, type SimulationOptions } from "./simulation.model.ts";
import { NO_INPUT } from "./simulation.person.ts";
import { openEngine } from "./simulation.process.ts";
import { contextOf } from "./simulation.begin.ts";
import { BASE_URL, createWorld, STATION_TOKEN } from "./world.ts";

/** Faults that concern stations as well. The others are about flights, or about a cloud that is restored. */
export const SHARING_FAULTS = [
  "refused",
  "lost_before",
  "lost_after",
  "truncated",
  "stalled",
  "duplicated",
  "reordered",
  "server_error",
  "slowed",
  "unauthorized",
  "conflict",
  "small_bodies",
  "gzip_refused",
  "captive_portal",
  "first_rows",
  "wrong_clock",
  "crash",
  "full_disk",
  "two_stations",
  "account_switched",
] as const satisfies readonly FaultName[];

/** Who has whom as a peer, by the number of the station: both, only the first, or both a hub. */
const TOPOLOGIES: readonly (readonly (number | null)[])[] = [
  [1, 0],
  [1, null],
  [2, 2, null],
];

type SharingRun = Omit<Run, "world"> & {
  readonly world: SharingWorld;
  readonly peerOf: readonly (number | null)[];
  /** What stations were asked. */
  readonly requests: string[];
};

const MAX_TURNS = 12;

/** Stations that exchange what they received: days without a network, faults for some hours, then no faults. */
export async function simulateSharing(options: SimulationOptions): Promise<RunResult> {
  const run = begin(options);
  const { world, faults, mutation } = run;
  const { random, time, stations } = world;
  const ends = faults.map((name) => faultOf(name).begin?.(run.context(0)));
  run.isFaulty = true;
  for (let turns = random.between(2, 4); turns > 0; turns--) {
    await passEach(run);
    if (random.chance(0.6)) receiveMore(world, random.between(0, stations.length - 1));
    for (const at of stations.keys()) for (const name of faults) faultOf(name).between?.(run.context(at));
    time.nowMs += random.between(1, 40) * MINUTE_MS;
  }
  run.isFaulty = false;
  for (const end of ends) end?.();
  for (const { faults: database } of stations) database.heal();
  world.cloud.tokens.set(STATION_TOKEN, world.cloud.core.users[0]!.id);
  await passUntilQuiet(run);
  const sentAtEnd = await passEach(run);
  await mutation?.atEnd?.(world);
  const points = [...world.receptions.values()].reduce((sum, { ua, operator }) => sum + ua.size + operator.size, 0);
  return { violations: checkSharing(world, sentAtEnd), requests: run.requests.length, points, listed: 0 };
}

/** A person decides where that is needed; otherwise it has to finish by itself. */
async function passUntilQuiet(run: SharingRun): Promise<void> {
  const { world, peerOf } = run;
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    for (const [at, { faults, sync }] of world.stations.entries()) {
      if (peerOf[at] === null) continue;
      const peer = findPeer(faults.db, world.peers[at]!)!;
      if (["signed_out", "wrong_account", "incompatible"].includes(peer.state))
        updatePeer(faults.db, peer.id, { state: "ready", nextMs: null, attempt: 0 });
      const principal = { userId: world.accounts[at]!, isAdministrator: false, credential: "local" } as const;
      const filter = { state: "needs_person", kind: null, limit: 1000, offset: 0 } as const;
      for (const { id } of listItems(faults.db, peer.id, filter))
        await sync.retrySyncStep({ ...NO_INPUT, principal, params: { id } });
    }
    world.time.nowMs += 61 * MINUTE_MS;
    if ((await passEach(run)).length === 0 && turn > 0) return;
  }
}

/** A pass of every station. Gives what was asked for the exchange of received telemetry beside the list of changes. */
async function passEach(run: SharingRun): Promise<readonly string[]> {
  const { world, peerOf, requests } = run;
  const before = requests.length;
  for (const [at, { faults }] of world.stations.entries()) {
    if (peerOf[at] === null) continue;
    if (faults.isDead()) run.engines[at] = openOf(run, at);
    run.trace?.(`${new Date(world.time.nowMs).toISOString()} station ${at}`);
    faults.arm(true);
    await run.engines[at]!.pass(world.peers[at]!, new AbortController().signal);
    faults.arm(false);
    if (run.trace !== undefined) traceStation(run, at, run.trace);
  }
  return requests.slice(before).filter((request) => /\/sync\/(sightings|have)/.test(request));
}

function traceStation({ world }: SharingRun, at: number, trace: (line: string) => void): void {
  const { db } = world.stations[at]!.faults;
  const peer = findPeer(db, world.peers[at]!)!;
  const items = listItems(db, peer.id, { state: null, kind: null, limit: 1000, offset: 0 });
  trace(
    `  ${peer.state} ${peer.error?.msg ?? ""} ${items.map((s) => `${s.kind}/${s.state}/${s.code}/${s.detail}`).join("; ")}`,
  );
}

function begin(options: SimulationOptions): SharingRun {
  const { seed, faults, trace } = options;
  const random = createRandom(`sharing ${seed} ${faults.join(" ")}`);
  const peerOf = faults.includes("two_stations") ? TOPOLOGIES[2]! : random.pick(TOPOLOGIES);
  const stations = options.stations.slice(0, peerOf.length);
  const receptions: SharingWorld["receptions"] = new Map();
  const variant = CLOUD_VARIANTS.lenient;
  const world: SharingWorld = { ...createWorld({ seed, random, variant, stations, trace }), receptions };
  const run: SharingRun = {
    ...options,
    world,
    peerOf,
    requests: [],
    context: (at) => contextOf(worldOf(run, at), at),
    engines: [],
    isFaulty: false,
    rest: [],
    probability: random.pick([0.05, 0.2, 0.5, 1]),
    faultGapMs: 0,
    isAffected: random.pick(SCOPES),
    exchangesSightings: true,
    meanwhile: (at) => receiveMore(world, at),
  };
  for (const at of stations.keys())
    for (let count = random.between(0, 3); count > 0; count--) receiveAircraft(world, at);
  for (const at of stations.keys()) if (peerOf[at] !== null) addPeer(run, at);
  run.engines = stations.map((_, at) => openOf(run, at));
  return run;
}

/** Everything is sent and fetched; where both send, fetching is not needed. */
function addPeer({ world, peerOf, faults: names }: SharingRun, at: number): void {
  const { random, peers, accounts, stations, time, cloud } = world;
  const { faults, credentials } = stations[at]!;
  const isFetched = peerOf[peerOf[at]!] === null || random.chance(0.5);
  const identity = {
    id: peers[at]!,
    baseUrl: BASE_URL,
    authUrl: null,
    localUser: accounts[at]!,
    createdMs: time.nowMs,
  };
  const scope = { ...DEFAULT_SYNC_SCOPE, fetch_sightings: isFetched };
  const peer = newPeer({ base_url: BASE_URL, allow_plain: false, auto: true, scope }, identity);
  // The account that is reached first is linked: a wrong account can only be detected after the right one was linked.
  const remoteUser = names.includes("account_switched") ? cloud.core.users[0]!.id : null;
  savePeer(faults.db, { ...peer, remoteUser });
  credentials.save(peers[at]!, { kind: "token", token: STATION_TOKEN });
}

/** Changes of the run apply to its engine too. */
const openOf = (run: SharingRun, at: number) =>
  openEngine(Object.create(run, { world: { value: worldOf(run, at) } }) as SharingRun, at);

/** The world as a station sees it: its cloud is its peer. */
function worldOf(run: SharingRun, at: number): SharingWorld {
  const { world, peerOf } = run;
  const transport = (request: WireRequest) => ask(run, peerOf[at]!, request);
  return { ...world, cloud: { ...world.cloud, transport } };
}

async function ask(run: SharingRun, target: number, request: WireRequest): Promise<WireAnswer> {
  const { world, faults, isFaulty } = run;
  const { random, stations, cloud } = world;
  const station = stations[target]!;
  const { faults: database } = station;
  if (isFaulty) damageDatabase(faults, random, database);
  try {
    const answer = await answerAsStation(station, cloud, request);
    run.requests.push(`${request.method} ${request.url.slice(BASE_URL.length)} ${answer.status}`);
    return answer;
  } finally {
    database.heal();
  }
}

/** The peer may be killed too, and find no space. */
function damageDatabase(
  faults: readonly FaultName[],
  random: Random,
  database: SharingWorld["stations"][number]["faults"],
): void {
  if (faults.includes("crash") && random.chance(0.2)) database.crashAtCommit(random.between(1, 3));
  if (faults.includes("full_disk") && random.chance(0.4)) database.setFull(random.next());
  database.arm(faults.includes("crash") || faults.includes("full_disk"));
}
