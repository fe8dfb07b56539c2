import {
  countItems,
  findPeer,
  listPeers,
  markSightings,
  nextDueMs,
  type PeerModel,
  timestampItems,
  type SyncRunner,
  updatePeer,
  recheckItems,
} from "../features/sync/index.ts";
import type { BackgroundJob } from "../kernel/background-job.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import { backOffMs } from "./back-off.rules.ts";
import { restoredConcurrency, slowedConcurrency } from "./concurrency.rules.ts";
import { createPeerCredentials } from "./peer.credentials.ts";
import { DOWNLOAD_MS, type Exchanged, findDueExchange, STATION_FAULT } from "./due.rules.ts";
import { PassInterrupted } from "./interruption.ts";
import { identify, openConnection, type PeerConnection } from "./peer.connection.ts";
import { exchange } from "./pass.ts";
import { createPass, type PassSummary, type PeerCache } from "./pass.context.ts";
import { createPeerSession, probePeer } from "./peer.session.ts";
import { createSignIn } from "./sign-in.ts";
import type { SyncEngineDeps } from "./sync.deps.ts";

export { fetchTransport } from "./fetch.transport.ts";
export { createOidcClient } from "./oidc.client.ts";
export { isFlown } from "./flight.fields.ts";
export { PassInterrupted } from "./interruption.ts";
export type { PeerConnection } from "./peer.connection.ts";
export { isPublicOperation } from "./take-along.operations.ts";
export { createTakeAlong, type TakeAlong } from "./take-along.ts";
export type { LocalRegion, OperationCopy } from "./take-along.deps.ts";
export type { PassSummary } from "./pass.context.ts";
export type {
  CreateAircraft,
  LocalCall,
  LocalFlights,
  LocalAnnotations,
  OidcClient,
  SyncEngineDeps,
  Transport,
  UploadPoint,
  WireAnswer,
  WireRequest,
} from "./sync.deps.ts";
export { SYNC_ROUTES, type SyncRoute, TransportError } from "./sync.deps.ts";

export type SyncEngine = SyncRunner & {
  /** One whole pass with a peer: everything that can be sent and fetched now. Never rejects. */
  readonly pass: (peerId: string, signal: AbortSignal) => Promise<PassSummary>;
  /** A whole pass, after the one that is running; resolves when it has ended. */
  readonly runToEnd: (peerId: string, signal: AbortSignal) => Promise<void>;
  /**
   * Opens a connection to a peer outside of a pass, as its account and within its budget. Rejects with a
   * `PassInterrupted` where that is not possible.
   */
  readonly connect: (peerId: string, signal: AbortSignal) => Promise<PeerConnection>;
  /** Starts the passes that are due. */
  readonly backgroundJobs: readonly BackgroundJob[];
};

/** How often the station looks for changes to send. */
const LOOK_MS = SECOND_MS;

type RunningPass = { readonly abort: AbortController; readonly ended: Promise<void>; isAskedAgain: boolean };

/** The exchange of data with peers. */
export function createSyncEngine(deps: SyncEngineDeps): SyncEngine {
  const { db, clock, log } = deps;
  const credentials = createPeerCredentials({ store: deps.credentials, oidc: deps.oidc, clock });
  const caches = new Map<string, PeerCache>();
  const running = new Map<string, RunningPass>();

  function changed(peerId: string): void {
    const peer = findPeer(db, peerId);
    if (peer !== undefined) deps.onChange(peer);
  }

  async function exchangeOnce(peerId: string, signal: AbortSignal, what: Exchanged): Promise<PassSummary> {
    const peer = findPeer(db, peerId);
    if (peer === undefined) return { sent: {}, received: {} };
    if (!deps.isActive(peer.localUser)) return noteInactive(deps, peerId);
    timestampItems(db, clock.now());
    const session = createPeerSession(deps, { peer, credentials, signal });
    const { pass: context, summary } = createPass(deps, {
      peer,
      client: session.client,
      signal,
      cache: cacheOf(caches, peerId),
    });
    try {
      await identify(deps, peer, { client: session.client, credentials });
      await exchange(context, what);
      session.end();
      succeed(deps, peerId, what);
    } catch (error) {
      if (!signal.aborted) fail(deps, peerId, error);
      session.end();
    }
    return summary;
  }

  async function pass(peerId: string, signal: AbortSignal, what: Exchanged = "everything"): Promise<PassSummary> {
    try {
      return await exchangeOnce(peerId, signal, what);
    } catch (error) {
      // The failure itself could not be stored, for example because the disk is full.
      log.error({ err: error, peer: peerId }, "a pass of synchronisation failed");
      return { sent: {}, received: {} };
    }
  }

  function run(peerId: string, what: Exchanged = "everything"): void {
    const current = running.get(peerId);
    if (current !== undefined) {
      current.isAskedAgain = true;
      return;
    }
    const abort = new AbortController();
    const ended = pass(peerId, abort.signal, what)
      .then(() => {
        const isAskedAgain = running.get(peerId)?.isAskedAgain === true && !abort.signal.aborted;
        running.delete(peerId);
        changed(peerId);
        if (isAskedAgain) run(peerId);
      })
      .catch((error: unknown) => log.error({ err: error, peer: peerId }, "a pass of synchronisation failed"));
    running.set(peerId, { abort, ended, isAskedAgain: false });
    changed(peerId);
  }

  async function runToEnd(peerId: string, signal: AbortSignal): Promise<void> {
    run(peerId);
    const cancel = () => running.get(peerId)?.abort.abort();
    signal.addEventListener("abort", cancel, { once: true });
    // A pass that was requested again continues under another entry.
    for (let current = running.get(peerId); current !== undefined; current = running.get(peerId)) await current.ended;
    signal.removeEventListener("abort", cancel);
    signal.throwIfAborted();
  }

  async function stop(peerId: string): Promise<void> {
    const current = running.get(peerId);
    current?.abort.abort();
    await current?.ended;
  }

  const signIn = createSignIn(deps, (peerId) => run(peerId));

  const recheckWaitingItemsOnce = createWaitingItemsRecheck(db);

  function runDue(): void {
    recheckWaitingItemsOnce();
    const hasMarks = timestampItems(db, clock.now());
    for (const peer of listPeers(db, null)) {
      // The waiting items are also counted for a paused peer.
      const hasSightings = deps.sightings !== null && markSightings(db, peer.id, clock.now()).isMarked;
      if (hasMarks || hasSightings) changed(peer.id);
      if (!peer.isAuto || peer.isPaused || running.has(peer.id) || !deps.isActive(peer.localUser)) continue;
      const due = dueOf(deps, peer);
      if (due !== undefined) run(peer.id, due);
    }
  }

  return {
    pass,
    runToEnd,
    connect: (peerId, signal) => openConnection(deps, { peerId, credentials, signal }),
    run: (peerId) => run(peerId),
    stop,
    isRunning: (peerId) => running.has(peerId),
    probe: (peer, credential) =>
      probePeer(deps, peer, credential?.kind === "oidc" ? credential.accessToken : credential?.token),
    signIn: signIn.start,
    backgroundJobs: [
      {
        intervalMs: LOOK_MS,
        failure: "synchronisation could not be started",
        run: runDue,
        async finish() {
          signIn.stop();
          await Promise.all([...running.keys()].map(stop));
        },
      },
    ],
  };
}

/** Once in the life of the process: items that waited for others in a pass that was cut off continue. */
function createWaitingItemsRecheck(db: SyncEngineDeps["db"]): () => void {
  let isDone = false;
  return () => {
    if (!isDone) recheckItems(db, null);
    isDone = true;
  };
}

function dueOf({ db, clock, hasConsoleOpen }: SyncEngineDeps, peer: PeerModel): Exchanged | undefined {
  return findDueExchange(peer, {
    ms: clock.now(),
    hasConsoleOpen: hasConsoleOpen?.(peer.localUser) === true,
    // Only where they matter: days without a network leave many items, which would be read every second.
    get accountMs() {
      return nextDueMs(db, peer.id, "but_sightings");
    },
    get sightingsMs() {
      return nextDueMs(db, peer.id, "sightings");
    },
  });
}

function cacheOf(caches: Map<string, PeerCache>, peerId: string): PeerCache {
  const cache: PeerCache = caches.get(peerId) ?? new Map();
  caches.set(peerId, cache);
  return cache;
}

function succeed({ db, clock }: SyncEngineDeps, peerId: string, what: Exchanged): void {
  const nowMs = clock.now();
  const { waiting, needsPerson, conflicts } = countItems(db, peerId);
  const capabilities = findPeer(db, peerId)?.capabilities ?? {};
  const isSlower = capabilities.concurrency !== undefined;
  updatePeer(db, peerId, {
    ...(isSlower
      ? { capabilities: { ...capabilities, concurrency: restoredConcurrency(capabilities.concurrency) } }
      : {}),
    state: "ready",
    // Sightings are independent of news of the account, and of the reason why it could not be fetched.
    ...(what === "everything" ? { attempt: 0, nextMs: nowMs + DOWNLOAD_MS, error: null } : {}),
    ...(what === "everything" && waiting + needsPerson + conflicts === 0 ? { lastSuccessMs: nowMs } : {}),
  });
}

/** A request that is made nevertheless gets the reason as its reply; waiting items are unchanged. */
function noteInactive({ db, clock }: SyncEngineDeps, peerId: string): PassSummary {
  const msg = "The account may not sign in at this station.";
  // A pass follows as soon as the account is active again.
  updatePeer(db, peerId, { nextMs: null, error: { code: "account_inactive", msg, atMs: clock.now() } });
  return { sent: {}, received: {} };
}

function fail({ db, clock, random, log }: SyncEngineDeps, peerId: string, error: unknown): void {
  const peer = findPeer(db, peerId);
  if (peer === undefined) return;
  const nowMs = clock.now();
  const waitMs = backOffMs(peer.attempt, random);
  if (!(error instanceof PassInterrupted)) {
    log.error({ err: error, peer: peerId }, "a pass of synchronisation failed");
    const failure = { code: STATION_FAULT, msg: "An error of this station; its log has more.", atMs: nowMs };
    updatePeer(db, peerId, { attempt: peer.attempt + 1, nextMs: nowMs + waitMs, error: failure });
    return;
  }
  const { capabilities } = peer;
  const isSlowed = error.state === "slowed";
  updatePeer(db, peerId, {
    ...(isSlowed
      ? { capabilities: { ...capabilities, concurrency: slowedConcurrency(capabilities.concurrency) } }
      : {}),
    state: error.state,
    attempt: peer.attempt + 1,
    nextMs: nowMs + Math.max(error.waitMs ?? 0, waitMs),
    error: { code: error.code, msg: error.message, atMs: nowMs },
  });
}
