import type { SyncKind } from "../contracts/sync.ts";
import {
  findPeer,
  findRef,
  findItem,
  finishItem,
  type PeerModel,
  type OutboxItem,
  updatePeer,
  updateItem,
} from "../features/sync/index.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { backOffMs } from "./back-off.rules.ts";
import { ItemDiscarded, PassInterrupted } from "./interruption.ts";
import { DONE, done, type Hold, type Outcome } from "./outcome.ts";
import type { PeerClient } from "./peer.client.ts";
import type { ApiInput, SyncEngineDeps, SyncRoute } from "./sync.deps.ts";

export type PassSummary = {
  readonly sent: Partial<Record<SyncKind, number>>;
  readonly received: Partial<Record<SyncKind, number>>;
};

/** One pass with a peer, with the functions that every item uses. */
export type Pass = {
  readonly deps: SyncEngineDeps;
  readonly peerId: string;
  readonly localUser: string;
  readonly client: PeerClient;
  readonly signal: AbortSignal;
  /** The peer as it is stored at present. */
  readonly peer: () => PeerModel;
  readonly learn: (capabilities: PeerModel["capabilities"]) => void;
  /** Calls a route of this station as the linked account. */
  readonly local: (name: SyncRoute, input: ApiInput) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly countSent: (kind: SyncKind, count?: number) => void;
  readonly countReceived: (kind: SyncKind, count?: number) => void;
  /** Values that hardly ever change: fetched again after some hours. A held outcome is not cached. */
  readonly cached: <T>(name: string, load: () => Promise<Outcome<T>>) => Promise<Outcome<T>>;
};

/** Values of a peer that hardly ever change. */
export type PeerCache = Map<string, { readonly value: unknown; readonly untilMs: number }>;

const CACHE_MS = 6 * HOUR_MS;

export function createPass(
  deps: SyncEngineDeps,
  {
    peer,
    client,
    signal,
    cache,
  }: {
    readonly peer: PeerModel;
    readonly client: PeerClient;
    readonly signal: AbortSignal;
    readonly cache: PeerCache;
  },
): { readonly pass: Pass; readonly summary: PassSummary } {
  const { db } = deps;
  const sent: Partial<Record<SyncKind, number>> = {};
  const received: Partial<Record<SyncKind, number>> = {};
  const pass: Pass = {
    deps,
    peerId: peer.id,
    localUser: peer.localUser,
    client,
    signal,
    peer() {
      const found = findPeer(db, peer.id);
      if (found === undefined) throw new PassInterrupted("paused", "removed", "The peer was removed.");
      return found;
    },
    learn: (learned) =>
      updatePeer(db, peer.id, { capabilities: { ...findPeer(db, peer.id)?.capabilities, ...learned } }),
    local: (name, input) => deps.callLocally(peer.localUser, name, input),
    countSent: (kind, count = 1) => void (sent[kind] = (sent[kind] ?? 0) + count),
    countReceived: (kind, count = 1) => void (received[kind] = (received[kind] ?? 0) + count),
    async cached<T>(name: string, load: () => Promise<Outcome<T>>) {
      const known = cache.get(name);
      if (known !== undefined && known.untilMs > deps.clock.now()) return done(known.value as T);
      const loaded = await load();
      if (loaded.kind === "done") cache.set(name, { value: loaded.value, untilMs: deps.clock.now() + CACHE_MS });
      return loaded;
    },
  };
  return { pass, summary: { sent, received } };
}

/** Nothing more of the item is to be exchanged, unless it was changed after this `seq`. */
export function finish({ deps }: Pick<Pass, "deps">, item: Pick<OutboxItem, "id" | "seq">): Outcome {
  finishItem(deps.db, item);
  return DONE;
}

/** The pause of an item that waits for the end of a flight. */
const RECHECK_MS = 60_000;

export function holdItem({ deps }: Pass, item: OutboxItem, hold: Hold): void {
  const nowMs = deps.clock.now();
  const { code, detail } = hold;
  if (hold.kind === "needs_person") {
    holdForPerson(deps, item, { code, detail });
  } else if (hold.kind === "waiting") {
    // An item that waits for another one has no due time: each pass checks it, but it starts none.
    const nextMs = code.startsWith("waits_for_") ? null : nowMs + RECHECK_MS;
    updateItem(deps.db, item.id, { state: "waiting", code, detail, nextMs });
  } else {
    const { attempt, journal } = findItem(deps.db, item.id) ?? item;
    // With a request in its journal, whether that arrived is checked first.
    const state = journal === null ? "retry" : "checking";
    updateItem(deps.db, item.id, {
      state,
      attempt: attempt + 1,
      nextMs: nowMs + backOffMs(attempt, deps.random),
      code,
      detail,
    });
  }
}

/**
 * An item that was changed since it was read is retried once before a person is asked: the change may have removed the
 * reason of the refusal.
 */
export function holdForPerson(
  { db }: Pick<SyncEngineDeps, "db">,
  { id, seq }: Pick<OutboxItem, "id" | "seq">,
  why: { readonly code: string; readonly detail: string; readonly journal?: OutboxItem["journal"] },
): void {
  const isChanged = findItem(db, id)?.seq !== seq;
  const held = isChanged
    ? ({ state: "waiting", code: null, detail: null } as const)
    : ({ state: "needs_person" } as const);
  updateItem(db, id, { ...why, ...held, nextMs: null });
}

/** Throws if a person discarded the item meanwhile. */
export function assertWanted({ deps }: Pass, { id }: Pick<OutboxItem, "id">): void {
  if (findItem(deps.db, id)?.state === "off") throw new ItemDiscarded();
}

/** Id at the peer of an entity of this station; `undefined` while the peer does not have it. */
export function remoteIdOf({ deps, peerId }: Pass, kind: SyncKind, localId: string): string | undefined {
  const ref = findRef(deps.db, peerId, kind, localId);
  return ref === undefined || ref.goneMs !== null ? undefined : ref.remoteId;
}
