import { DEFAULT_SYNC_SCOPE } from "../../server/contracts/sync.ts";
import { savePeer, updatePeer } from "../../server/features/sync/peers.store.ts";
import { markAllItems } from "../../server/features/sync/outbox.store.ts";
import { newPeer } from "../../server/features/sync/sync.rules.ts";
import { HOUR_MS, MINUTE_MS } from "../../server/kernel/clock.ts";
import { CLOUD_VARIANTS } from "./cloud.state.ts";
import { FAULT_NAMES, type FaultContext, type FaultName, faultOf } from "./faults.ts";
import { createRandom } from "./random.ts";
import { liveOffline, planInCloud } from "./scenario.ts";
import { type Beginning, type Run, SCOPES, type SimulationOptions } from "./simulation.model.ts";
import { passUntil } from "./simulation.passes.ts";
import { openEngine } from "./simulation.process.ts";
import { BASE_URL, continueWorld, createWorld, STATION_TOKEN, type World } from "./world.ts";

/**
 * The days before the faults take a third of a run and are the same for every fault: nine faults of a seed share them.
 * Mixtures have their own days.
 */
const GROUPS = 3;

export function groupOf(faults: readonly FaultName[]): string {
  const stations = Math.max(1, ...faults.map((name) => faultOf(name).stations ?? 1));
  const group = faults.length === 1 ? FAULT_NAMES.indexOf(faults[0]!) % GROUPS : faults.join(" ");
  return `${group} ${stations}`;
}

/** A run whose faults are about to begin. */
export async function beginRun(options: SimulationOptions): Promise<Run> {
  const { seed, faults, trace, beginnings = { last: undefined } } = options;
  const key = `${seed} ${groupOf(faults)}`;
  if (beginnings.last?.key !== key) beginnings.last = await liveBefore(options, key);
  const { world: before, rest } = beginnings.last;
  const random = createRandom(`${seed} ${faults.join(" ")}`);
  const world = continueWorld(before, { random, trace });
  const run = runWith(options, world);
  for (const [at, one] of rest.entries()) run.rest[at] = { ...one };
  for (const at of world.stations.keys()) changeCredential(run, at);
  run.engines = world.stations.map((_, at) => openEngine(run, at));
  return run;
}

/** Days offline, and some passes now and then. */
async function liveBefore(options: SimulationOptions, key: string): Promise<Beginning> {
  const { seed, faults, mutation, trace } = options;
  const random = createRandom(key);
  const fewest = Math.max(1, ...faults.map((name) => faultOf(name).stations ?? 1));
  const count = Math.max(fewest, random.chance(0.03) ? random.between(2, 3) : 1);
  const variant = mutation?.variant ?? random.pick(Object.keys(CLOUD_VARIANTS) as (keyof typeof CLOUD_VARIANTS)[]);
  const stations = options.stations.slice(0, count);
  const world = createWorld({ seed, random, variant: CLOUD_VARIANTS[variant], stations, trace });
  const run = runWith({ ...options, faults: [] }, world);
  const isPeerFirst = random.chance(0.5);
  if (isPeerFirst) stations.forEach((_, at) => addPeer(world, at));
  await liveOffline(world);
  if (!isPeerFirst) stations.forEach((_, at) => addPeer(world, at));
  // Some accounts are in step already when the faults begin.
  if (random.chance(0.3)) {
    run.engines = stations.map((_, at) => openEngine(run, at));
    await passUntil(run, world.time.nowMs + HOUR_MS);
  }
  for (const station of stations) station.keep();
  return { key, world, rest: run.rest };
}

function runWith(options: SimulationOptions, world: World): Run {
  const { random, stations } = world;
  return {
    ...options,
    world,
    context: (at) => contextOf(world, at),
    engines: [],
    isFaulty: false,
    rest: stations.map(() => ({ lastMs: -Infinity, gapMs: 0, outbox: "" })),
    probability: random.pick([0.05, 0.2, 0.5, 1]),
    faultGapMs: random.pick([10, 30, 60]) * MINUTE_MS,
    isAffected: random.pick(SCOPES),
  };
}

function addPeer({ random, peers, accounts, stations, cloud, time }: World, at: number): void {
  const {
    faults: { db },
    credentials,
  } = stations[at]!;
  const [user] = cloud.core.users;
  const scope = { ...DEFAULT_SYNC_SCOPE, tracks: random.chance(0.2) ? "all" : "on_demand" } as const;
  const identity = {
    id: peers[at]!,
    baseUrl: BASE_URL,
    authUrl: null,
    localUser: accounts[at]!,
    createdMs: time.nowMs,
  };
  const peer = newPeer({ base_url: BASE_URL, allow_plain: false, auto: true, scope }, identity);
  const link = random.chance(0.7) ? { remoteUser: user!.id, remoteEmail: user!.email } : {};
  savePeer(db, { ...peer, ...link });
  credentials.save(peer.id, { kind: "token", token: STATION_TOKEN });
  markAllItems(db, peer.id, accounts[at]!);
}

/** Preconditions of some faults: a known account, and a sign-in that expires. */
function changeCredential({ world, faults }: Run, at: number): void {
  const { random, peers, stations, cloud, time } = world;
  const {
    faults: { db },
    credentials,
  } = stations[at]!;
  const [user] = cloud.core.users;
  const id = peers[at]!;
  // The account that is reached first is linked: a wrong account can only be detected after the right one was linked.
  if (faults.includes("account_switched")) updatePeer(db, id, { remoteUser: user!.id, remoteEmail: user!.email });
  const isOidc = faults.includes("refresh_refused") || random.chance(faults.includes("unauthorized") ? 0.5 : 0.05);
  if (!isOidc) return;
  const first = random.uuid();
  cloud.refreshTokens.set(first, user!.id);
  credentials.save(id, { kind: "oidc", ...cloud.renew(first)!, expiresMs: time.nowMs + 5 * MINUTE_MS });
  updatePeer(db, id, { authUrl: `${BASE_URL}/realms/dcp`, clientId: "fieldstation" });
}

/** The parts of a world that a fault can reach, at a station. */
export function contextOf(world: World, at: number): FaultContext {
  const { random, cloud, time, stations, recorded } = world;
  const [user, other] = cloud.core.users;
  return {
    random,
    cloud,
    now: () => time.nowMs,
    wait: (ms) => void (time.nowMs += ms),
    database: stations[at]!.faults,
    listPoints: () =>
      [...recorded].flatMap(([key, times]) =>
        [...times].map((timeMs) => ({ flight: key.slice(key.indexOf(":") + 1), timeMs })),
      ),
    account: { token: STATION_TOKEN, user: user!.id, otherUser: other!.id },
    shiftClocks: (ms) => stations.forEach((station) => station.setClock(ms)),
    lost: world.lost,
    planElsewhere: () => planInCloud(world),
  };
}
