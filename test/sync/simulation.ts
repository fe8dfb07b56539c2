import { HOUR_MS, MINUTE_MS } from "../../server/kernel/clock.ts";
import { DEFAULT_SYNC_SCOPE } from "../../server/contracts/sync.ts";
import { savePeer } from "../../server/features/sync/peers.store.ts";
import { markEverything } from "../../server/features/sync/steps.store.ts";
import { CLOUD_VARIANTS } from "./cloud.state.ts";
import { type FaultContext, faultOf } from "./faults.ts";
import { checkInvariants, type RunResult } from "./invariants.ts";
import { createRandom } from "./random.ts";
import { doSomething } from "./scenario.changes.ts";
import { liveOffline, planInCloud } from "./scenario.ts";
import { type Run, SCOPES, type SimulationOptions } from "./simulation.model.ts";
import { passOnceMore, passUntil } from "./simulation.passes.ts";
import { helpOut, signInAgain } from "./simulation.person.ts";
import { openEngine } from "./simulation.process.ts";
import { BASE_URL, createWorld, STATION_TOKEN, type World } from "./world.ts";

/** Whether a person retries, decides and signs in again once the fault is over. */
const PERSON_CHANCE = 0.6;
const QUIET_MS = 24 * HOUR_MS;
/** Most of what goes wrong shows in the next pass or two; some of it only in a row of them. */
const FAULTY_PASSES = [1, 1, 2, 2, 4];

/** One run: days offline, faults for some hours, then 24 hours in peace. Throws only when the simulation itself fails. */
export async function simulate(options: SimulationOptions): Promise<RunResult> {
  const run = await begin(options);
  const { world, faults, spoil } = run;
  const { random, time, stations } = world;
  const healMs = time.nowMs + random.pick(FAULTY_PASSES) * run.faultGapMs;
  const ends = faults.map((name) => faultOf(name).begin?.(run.context(0)));
  run.isFaulty = true;
  await passUntil(run, healMs, () => doSomething(world));
  run.isFaulty = false;
  for (const end of ends) end?.();
  for (const [at, { faults }] of stations.entries()) {
    faults.heal();
    run.engines[at] = openEngine(run, at);
  }
  const hasPerson = random.chance(PERSON_CHANCE) && !faults.every((name) => faultOf(name).isSilent);
  signInAgain(run);
  if (hasPerson) await helpOut(run);
  for (const resting of run.rest) resting.gapMs = 0;
  await passUntil(run, time.nowMs + 6 * HOUR_MS);
  if (hasPerson) await helpOut(run);
  await passUntil(run, healMs + QUIET_MS);
  // A second station may learn of what the first one sent with its last pass only.
  const sentAtEnd = await passOnceMore(run);
  await spoil?.atEnd?.(world);
  return checkInvariants(world, { faults, sentAtEnd });
}

async function begin(options: SimulationOptions): Promise<Run> {
  const { seed, faults, spoil, trace } = options;
  const random = createRandom(`${seed} ${faults.join(" ")}`);
  const count = Math.max(
    1,
    ...faults.map((name) => faultOf(name).stations ?? 1),
    random.chance(0.03) ? random.between(2, 3) : 1,
  );
  const variant = spoil?.variant ?? random.pick(Object.keys(CLOUD_VARIANTS) as (keyof typeof CLOUD_VARIANTS)[]);
  const stations = options.stations.slice(0, count);
  const world = createWorld({ seed, random, variant: CLOUD_VARIANTS[variant], stations, trace });
  const run: Run = {
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
  const isPeerFirst = random.chance(0.5);
  if (isPeerFirst) stations.forEach((_, at) => addPeer(run, at));
  await liveOffline(world);
  if (!isPeerFirst) stations.forEach((_, at) => addPeer(run, at));
  run.engines = stations.map((_, at) => openEngine(run, at));
  // Some accounts are in step already when the faults begin.
  if (random.chance(0.3)) await passUntil(run, world.time.nowMs + HOUR_MS);
  return run;
}

function addPeer({ world, faults }: Run, at: number): void {
  const { random, peers, accounts, stations, cloud, time } = world;
  const {
    faults: { db },
    credentials,
  } = stations[at]!;
  const [user] = cloud.core.users;
  // Whoever is reached first is linked: the wrong account can only be known when the right one was.
  const isKnown = faults.includes("account_switched") || random.chance(0.7);
  const isOidc = faults.includes("refresh_refused") || random.chance(faults.includes("unauthorized") ? 0.5 : 0.05);
  const id = peers[at]!;
  if (isOidc) {
    const first = random.uuid();
    cloud.refreshTokens.set(first, user!.id);
    credentials.save(id, { kind: "oidc", ...cloud.renew(first)!, expiresMs: time.nowMs + 5 * MINUTE_MS });
  } else credentials.save(id, { kind: "token", token: STATION_TOKEN });
  savePeer(db, {
    id,
    kind: "cloud",
    name: "Cloud",
    baseUrl: BASE_URL,
    authUrl: isOidc ? `${BASE_URL}/realms/dcp` : null,
    clientId: isOidc ? "fieldstation" : null,
    localUser: accounts[at]!,
    remoteUser: isKnown ? user!.id : null,
    remoteEmail: isKnown ? user!.email : null,
    state: "ready",
    isAuto: true,
    isPaused: false,
    scope: { ...DEFAULT_SYNC_SCOPE, tracks: random.chance(0.2) ? "all" : "on_demand" },
    capabilities: {},
    clockOffsetMs: null,
    tokenExpiresMs: null,
    budgetBytes: null,
    sentBytes: 0,
    receivedBytes: 0,
    month: "",
    monthBytes: 0,
    attempt: 0,
    nextMs: null,
    lastSuccessMs: null,
    error: null,
    createdMs: time.nowMs,
    sightingsSeq: 0,
    sightingsCursor: null,
  });
  markEverything(db, id, accounts[at]!);
}

/** What a fault reaches of a world, at a station. */
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
