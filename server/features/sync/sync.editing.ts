import type { SyncPeerCreate, SyncPeerEdit } from "../../contracts/sync.ts";
import { findPeer, listPeers, removePeer, savePeer } from "./peers.store.ts";
import { markSightings } from "./sightings.store.ts";
import { countItems, markAllItems, timestampItems } from "./outbox.store.ts";
import type { PeerCredential, SyncDeps } from "./sync.deps.ts";
import type { PeerModel } from "./sync.model.ts";
import { changeAfterProbe, newPeer, readAddress } from "./sync.rules.ts";
import type { Caller, PeerChange, PeerOutcome, PeersService } from "./sync.outcome.ts";

type PeerAccess = Pick<PeersService, "find" | "start"> & {
  /** Changes some fields and publishes the change; returns the changed peer. */
  readonly change: (id: string, fields: PeerChange) => PeerModel | undefined;
};

/** Adds, changes and removes peers. An address and a credential are tried before anything is kept. */
export function createPeerEditing(
  deps: SyncDeps,
  { find, change, start }: PeerAccess,
): Pick<PeersService, "create" | "edit" | "remove"> {
  const { db, clock, ids, credentials, runner } = deps;

  function isKnown(baseUrl: string, localUser: string): boolean {
    return listPeers(db, localUser).some((peer) => peer.baseUrl === baseUrl);
  }

  /** Stores a new peer with its credential, and marks everything that it may lack. */
  function insert(peer: PeerModel, credential: PeerCredential | undefined): void {
    db.transaction(() => {
      savePeer(db, peer);
      markAllItems(db, peer.id, peer.localUser);
      timestampItems(db, clock.now());
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

    const peer = newPeer(input, {
      id: ids.random(),
      baseUrl: base.url,
      authUrl: auth?.url ?? null,
      localUser: caller.userId,
      createdMs: clock.now(),
    });
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
    // If plain http was allowed for the peer, it is also allowed for its provider.
    const isPlainAllowed = readAddress(peer.baseUrl, false).kind === "invalid";
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
    // Otherwise it would wait for the next month.
    const goesOn: PeerChange = hasNewBudget ? { state: "ready", attempt: 0, nextMs: null } : {};
    const probed = input.token === undefined ? {} : await takeToken({ ...peer, ...fields }, tokenOf(input.token));
    if ("kind" in probed && probed.kind === "signed_out") return probed;
    const isLonger = fields.scope.days_back > peer.scope.days_back;
    // A running pass would store its progress over this change.
    if (isLonger) await runner().stop(id);
    // Telemetry that was too old before is among what was already examined.
    const again: PeerChange = isLonger ? { sightingsSeq: 0, sightingsCursor: null } : {};
    const saved = change(id, { ...fields, ...goesOn, ...again, ...probed.change });
    if (saved === undefined) return { kind: "missing" };
    // At once: while the number is 0, a purge does not keep what is not marked yet.
    if (isLonger) markSightings(db, id, clock.now());
    if (saved.isAuto && saved.state === "ready") start(saved);
    return { kind: "saved", peer: saved };
  }

  /**
   * Replaces the credential, unless the peer refuses it. No pass that began with the former one continues with the new
   * one.
   */
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
      const { waiting, needsPerson, conflicts } = countItems(db, id);
      return isDiscarding ? 0 : waiting + needsPerson + conflicts;
    };
    const peer = find(id, caller);
    if (peer === undefined) return { kind: "missing" } as const;
    if (countUnsent() > 0) return { kind: "waits", items: countUnsent() } as const;
    await deps.takeAlong().cancel(id);
    await runner().stop(id);
    if (countUnsent() > 0) return { kind: "waits", items: countUnsent() } as const;
    // The credential first: after a power cut in between there is a signed-out peer, not a secret that is never shown.
    credentials.remove(id);
    removePeer(db, id);
    deps.onRemove(peer);
    return { kind: "removed", peer } as const;
  }

  return { create, edit, remove };
}

function tokenOf(token: string): PeerCredential {
  return { kind: "token", token };
}
