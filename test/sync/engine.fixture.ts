import type { Buffer } from "node:buffer";
import { listConflicts } from "../../server/features/sync/conflicts.store.ts";
import { findPeer, savePeer } from "../../server/features/sync/peers.store.ts";
import { listItems, markAllItems } from "../../server/features/sync/outbox.store.ts";
import { newPeer } from "../../server/features/sync/sync.rules.ts";
import { MINUTE_MS } from "../../server/kernel/clock.ts";
import {
  createSyncEngine,
  type OidcClient,
  type SyncEngine,
  type WireAnswer,
  type WireRequest,
} from "../../server/sync/index.ts";
import type { SyncKind } from "../../server/contracts/sync.ts";
import { CLOUD_VARIANTS } from "./cloud.state.ts";
import { createRandom } from "./random.ts";
import type { Run } from "./simulation.model.ts";
import { NO_INPUT } from "./simulation.person.ts";
import { openEngine } from "./simulation.process.ts";
import { createStationModel } from "./station.model.ts";
import { BASE_URL, createWorld, STATION_TOKEN, type World } from "./world.ts";

type Way = (request: WireRequest, send: () => Promise<WireAnswer>) => Promise<WireAnswer>;

export type Exchange = {
  readonly world: World;
  /** What happens to requests on their way to the cloud. */
  way: Way;
  /** A pass a minute later; the process is started again when it was killed in it. */
  readonly pass: () => Promise<void>;
  readonly engine: () => SyncEngine;
  readonly items: () => ReturnType<typeof listItems>;
  readonly conflicts: () => ReturnType<typeof listConflicts>;
  readonly peer: () => NonNullable<ReturnType<typeof findPeer>>;
  /** A person retries the item of a kind, or discards it. */
  readonly retry: (kind: SyncKind) => Promise<void>;
  readonly discard: (kind: SyncKind) => Promise<void>;
  /** A person accepts the alternative that is offered for the item that needs a decision; returns the status. */
  readonly accept: () => Promise<number>;
  readonly decide: (decision: Readonly<Record<string, "here" | "there">>) => Promise<void>;
};

/** The real engine of one station with a model cloud, in virtual time: nothing happens that a test does not ask for. */
export function openExchange(
  image: Buffer,
  seed = "exchange",
  cloud: keyof typeof CLOUD_VARIANTS = "lenient",
  oidc: Partial<OidcClient> = {},
): Exchange {
  const random = createRandom(seed);
  const station = createStationModel(image);
  const variant = CLOUD_VARIANTS[cloud];
  const world = createWorld({ seed, random, variant, stations: [station], trace: undefined });
  const { db } = station.faults;
  const [[id], [localUser]] = [world.peers, world.accounts];
  const identity = { id: id!, baseUrl: BASE_URL, authUrl: null, localUser: localUser!, createdMs: world.time.nowMs };
  savePeer(db, newPeer({ base_url: BASE_URL, allow_plain: false, auto: true }, identity));
  station.credentials.save(id!, { kind: "token", token: STATION_TOKEN });
  markAllItems(db, id!, localUser!);
  const run: Run = {
    seed,
    faults: [],
    stations: [station],
    mutation: {
      transport: (inner) => (request, signal) => exchange.way(request, () => inner(request, signal)),
      engine: (deps) => createSyncEngine({ ...deps, oidc: { ...deps.oidc, ...oidc } }),
    },
    world,
    // Without faults nothing asks for it.
    context: () => undefined as never,
    engines: [],
    isFaulty: false,
    rest: [],
    probability: 0,
    faultGapMs: 0,
    isAffected: () => false,
  };
  let engine = openEngine(run, 0);
  const principal = { userId: localUser!, isAdministrator: false, credential: "local" } as const;
  const callOf = (kind: SyncKind) => {
    const item = exchange.items().find((one) => one.kind === kind);
    return { ...NO_INPUT, principal, params: { id: item!.id } };
  };
  const exchange: Exchange = {
    world,
    engine: () => engine,
    retry: async (kind) => void (await station.sync.retrySyncStep(callOf(kind))),
    discard: async (kind) => void (await station.sync.discardSyncStep(callOf(kind))),
    way: (_, send) => send(),
    async pass() {
      world.time.nowMs += MINUTE_MS;
      station.faults.arm(true);
      await engine.pass(id!, new AbortController().signal);
      station.faults.heal();
      if (station.faults.isDead()) engine = openEngine(run, 0);
    },
    items: () => listItems(db, id!, { state: null, kind: null, limit: 1000, offset: 0 }),
    conflicts: () => listConflicts(db, localUser!, 0),
    peer: () => findPeer(db, id!)!,
    async accept() {
      const item = exchange.items().find(({ state }) => state === "needs_person");
      const call = { ...NO_INPUT, principal, params: { id: item!.id } };
      return (await station.sync.acceptSyncOffer(call)).status;
    },
    async decide(body) {
      const [open] = exchange.conflicts().filter(({ decision }) => decision === null);
      const call = { ...NO_INPUT, principal, params: { id: open!.id }, body };
      const { status } = await station.sync.decideSyncConflict(call);
      if (status !== 200) throw new Error(`It could not be decided: ${status}`);
    },
  };
  return exchange;
}
