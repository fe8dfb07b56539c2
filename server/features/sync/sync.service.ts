import { DEFAULT_SYNC_SCOPE, type SyncPeer, type SyncPeerCreate, type SyncPeerEdit } from "../../contracts/sync.ts";
import type { Principal } from "../../kernel/principal.ts";
import { findPeer, listPeers, removePeer, savePeer, updatePeer } from "./peers.store.ts";
import { countSteps, markEverything, stampSteps } from "./steps.store.ts";
import type { PeerCredential, SyncDeps, SyncRunner } from "./sync.deps.ts";
import type { PeerModel } from "./sync.model.ts";
import { changeAfterProbe, readAddress } from "./sync.rules.ts";
import { toPeer } from "./sync.wire.ts";

export type Caller = Pick<Principal, "userId" | "isAdministrator">;

export type PeerOutcome =
  | { readonly kind: "saved"; readonly peer: PeerModel }
  | { readonly kind: "missing" }
  | { readonly kind: "exists" }
  | { readonly kind: "invalid"; readonly field: string; readonly msg: string }
  /** The peer refused the credential, in its words. */
  | { readonly kind: "signed_out"; readonly msg: string };

type Missing = Extract<PeerOutcome, { readonly kind: "missing" }>;
type SignIn = Awaited<ReturnType<SyncRunner["signIn"]>>;

export type PeersService = {
  readonly list: (caller: Caller) => readonly PeerModel[];
  /** A peer of the caller's; any for an administrator. */
  readonly find: (id: string, caller: Caller) => PeerModel | undefined;
  readonly describe: (peer: PeerModel) => SyncPeer;
  /** Starts a pass, unless a person paused the peer. */
  readonly start: (peer: PeerModel) => void;
  readonly create: (input: SyncPeerCreate, caller: Caller) => Promise<PeerOutcome>;
  readonly edit: (id: string, input: SyncPeerEdit, caller: Caller) => Promise<PeerOutcome>;
  readonly remove: (
    id: string,
    isDiscarding: boolean,
    caller: Caller,
  ) => Promise<
    | { readonly kind: "removed"; readonly peer: PeerModel }
    | Missing
    | { readonly kind: "waits"; readonly items: number }
  >;
  readonly run: (id: string, caller: Caller) => PeerModel | undefined;
  readonly pause: (id: string, caller: Caller) => Promise<PeerModel | undefined>;
  readonly resume: (id: string, caller: Caller) => PeerModel | undefined;
  readonly signIn: (id: string, caller: Caller) => Promise<SignIn | undefined>;
};

export function createPeersService(deps: SyncDeps): PeersService {
  const { db, clock, ids, credentials, runner } = deps;

  function find(id: string, { userId, isAdministrator }: Caller): PeerModel | undefined {
    const peer = findPeer(db, id);
    return peer !== undefined && (isAdministrator || peer.localUser === userId) ? peer : undefined;
  }

  function change(id: string, fields: Parameters<typeof updatePeer>[2]): PeerModel | undefined {
    updatePeer(db, id, fields);
    const peer = findPeer(db, id);
    if (peer !== undefined) deps.onChange(peer);
    return peer;
  }

  function start({ id, isPaused }: PeerModel): void {
    if (!isPaused) runner().run(id);
  }

  function isKnown(baseUrl: string, localUser: string): boolean {
    return listPeers(db, localUser).some((peer) => peer.baseUrl === baseUrl);
  }

  /** A peer that was not reached yet. */
  function newPeer(input: SyncPeerCreate, addresses: Pick<PeerModel, "baseUrl" | "authUrl">, owner: string): PeerModel {
    return {
      ...addresses,
      id: ids.random(),
      kind: "cloud",
      name: input.name ?? new URL(addresses.baseUrl).host,
      clientId: input.client_id ?? null,
      localUser: owner,
      remoteUser: null,
      remoteEmail: null,
      state: "offline",
      isAuto: input.auto,
      isPaused: false,
      scope: input.scope ?? DEFAULT_SYNC_SCOPE,
      capabilities: {},
      clockOffsetMs: null,
      tokenExpiresMs: null,
      budgetBytes: input.budget_bytes_per_month ?? null,
      sentBytes: 0,
      receivedBytes: 0,
      month: "",
      monthBytes: 0,
      attempt: 0,
      nextMs: null,
      lastSuccessMs: null,
      error: null,
      createdMs: clock.now(),
    };
  }

  /** Stores a new peer with its credential, and marks everything that it may lack. */
  function insert(peer: PeerModel, credential: PeerCredential | undefined): void {
    db.transaction(() => {
      savePeer(db, peer);
      markEverything(db, peer.id, peer.localUser);
      stampSteps(db, clock.now());
    }).immediate();
    try {
      if (credential !== undefined) credentials.save(peer.id, credential);
    } catch (error) {
      removePeer(db, peer.id);
      throw error;
    }
  }

  async function create(input: SyncPeerCreate, caller: Caller): Promise<PeerOutcome> {
    const base = readAddress(input.base_url, input.allow_plain);
    if (base.kind === "invalid") return { kind: "invalid", field: "base_url", msg: base.msg };
    const auth = input.auth_url === undefined ? undefined : readAddress(input.auth_url, input.allow_plain);
    if (auth?.kind === "invalid") return { kind: "invalid", field: "auth_url", msg: auth.msg };
    if (isKnown(base.url, caller.userId)) return { kind: "exists" };

    const peer = newPeer(input, { baseUrl: base.url, authUrl: auth?.url ?? null }, caller.userId);
    const credential = input.token === undefined ? undefined : tokenOf(input.token);
    const probe = await runner().probe(peer, credential);
    if (probe.kind === "signed_out" && credential !== undefined) return { kind: "signed_out", msg: probe.msg };
    // The same may have been added while the address was tried.
    if (isKnown(base.url, caller.userId)) return { kind: "exists" };
    const tried = { ...peer, ...changeAfterProbe(peer, probe, clock.now()) };
    insert(tried, credential);
    deps.onChange(tried);
    if (tried.isAuto) start(tried);
    return { kind: "saved", peer: tried };
  }

  async function edit(id: string, input: SyncPeerEdit, caller: Caller): Promise<PeerOutcome> {
    const peer = find(id, caller);
    if (peer === undefined) return { kind: "missing" };
    // Where the peer itself is reached in the open, its provider may be too.
    const isPlainAllowed = peer.baseUrl.startsWith("http:");
    const auth = input.auth_url === undefined ? undefined : readAddress(input.auth_url, isPlainAllowed);
    if (auth?.kind === "invalid") return { kind: "invalid", field: "auth_url", msg: auth.msg };
    const fields = {
      name: input.name ?? peer.name,
      authUrl: auth?.url ?? peer.authUrl,
      clientId: input.client_id ?? peer.clientId,
      scope: input.scope ?? peer.scope,
      budgetBytes: input.budget_bytes_per_month === undefined ? peer.budgetBytes : input.budget_bytes_per_month,
      isAuto: input.auto ?? peer.isAuto,
    };
    const hasNewBudget = fields.budgetBytes !== peer.budgetBytes && peer.state === "budget_used";
    const probed = input.token === undefined ? {} : await takeToken({ ...peer, ...fields }, tokenOf(input.token));
    if ("kind" in probed && probed.kind === "signed_out") return probed;
    const saved = change(id, { ...fields, ...(hasNewBudget ? { state: "ready" as const } : {}), ...probed.change });
    if (saved === undefined) return { kind: "missing" };
    if (saved.isAuto && saved.state === "ready") start(saved);
    return { kind: "saved", peer: saved };
  }

  /** Replaces the credential, unless the peer refuses it. No pass that began with the one before goes on with it. */
  async function takeToken(peer: PeerModel, credential: PeerCredential) {
    const probe = await runner().probe(peer, credential);
    if (probe.kind === "signed_out") return { kind: "signed_out", msg: probe.msg } as const;
    await runner().stop(peer.id);
    const current = findPeer(db, peer.id);
    if (current === undefined) return {};
    credentials.save(peer.id, credential);
    return { change: changeAfterProbe(current, probe, clock.now()) };
  }

  async function remove(id: string, isDiscarding: boolean, caller: Caller) {
    const countUnsent = () => {
      const { waiting, needsPerson, conflicts } = countSteps(db, id);
      return isDiscarding ? 0 : waiting + needsPerson + conflicts;
    };
    const peer = find(id, caller);
    if (peer === undefined) return { kind: "missing" } as const;
    if (countUnsent() > 0) return { kind: "waits", items: countUnsent() } as const;
    await runner().stop(id);
    if (countUnsent() > 0) return { kind: "waits", items: countUnsent() } as const;
    // First the credential: after a power cut in between there is a signed-out peer, not a secret that nobody sees.
    credentials.remove(id);
    removePeer(db, id);
    return { kind: "removed", peer } as const;
  }

  return {
    list: ({ userId, isAdministrator }) => listPeers(db, isAdministrator ? null : userId),
    find,
    start,
    describe: (peer) =>
      toPeer(peer, countSteps(db, peer.id), { isRunning: runner().isRunning(peer.id), nowMs: clock.now() }),
    create,
    edit,
    remove,
    run(id, caller) {
      if (find(id, caller) === undefined) return undefined;
      const peer = change(id, { attempt: 0, nextMs: null });
      if (peer !== undefined) start(peer);
      return peer;
    },
    async pause(id, caller) {
      if (find(id, caller) === undefined) return undefined;
      // Before the pass ends, so that no other begins.
      updatePeer(db, id, { isPaused: true, state: "paused" });
      await runner().stop(id);
      return change(id, { isPaused: true, state: "paused" });
    },
    resume(id, caller) {
      const before = find(id, caller);
      if (before === undefined) return undefined;
      if (!before.isPaused) return before;
      const peer = change(id, { isPaused: false, state: "ready", attempt: 0, nextMs: null });
      if (peer?.isAuto) start(peer);
      return peer;
    },
    async signIn(id, caller) {
      const peer = find(id, caller);
      return peer && runner().signIn(peer);
    },
  };
}

function tokenOf(token: string): PeerCredential {
  return { kind: "token", token };
}
