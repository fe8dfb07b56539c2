import type { SyncDecision, SyncOffer, SyncStepQuery } from "../../contracts/sync.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { z } from "zod";
import { decideConflict, findConflict, listConflicts, undoDecision } from "./conflicts.store.ts";
import { updatePeer } from "./peers.store.ts";
import { findItem, findItemOf, listItems, reopenItem } from "./outbox.store.ts";
import type { SyncDeps } from "./sync.deps.ts";
import type { ConflictModel, PeerModel, OutboxItem } from "./sync.model.ts";
import { discardItem, retryItem } from "./sync.retry.ts";
import { retried, listDecisionProblems, offerOf } from "./sync.rules.ts";
import type { Caller, PeersService } from "./sync.outcome.ts";

type OwnItem = { readonly peer: PeerModel; readonly item: OutboxItem };

export type DecisionOutcome =
  | { readonly kind: "decided"; readonly peer: PeerModel; readonly conflict: ConflictModel }
  | { readonly kind: "missing" }
  | { readonly kind: "decided_before" | "sent_before" }
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

export type OutboxService = {
  /** Undefined if the caller has no such peer. */
  readonly list: (
    peerId: string,
    query: z.output<typeof SyncStepQuery>,
    caller: Caller,
  ) => readonly OutboxItem[] | undefined;
  /** Tries an item again now. */
  readonly retry: (id: number, caller: Caller) => OwnItem | undefined;
  /** Discards an item, which is not sent any more; it stays on the station. */
  readonly discard: (id: number, caller: Caller) => OwnItem | undefined;
  /** Accepts the offered alternative for the peer, from now on, and retries the items that wait for that. */
  readonly accept: (
    id: number,
    caller: Caller,
  ) => (OwnItem & { readonly offer: SyncOffer }) | "nothing_offered" | undefined;
  readonly listConflicts: (caller: Caller) => readonly ConflictModel[];
  /** Undoes a decision, unless it was sent already. */
  readonly undo: (id: number, caller: Caller) => Exclude<DecisionOutcome, { readonly kind: "invalid" }>;
  readonly decide: (id: number, decision: SyncDecision, caller: Caller) => DecisionOutcome;
};

/** Conflicts are listed this long after they were decided. */
const DECIDED_LISTED_MS = 30 * DAY_MS;

/** More items than a person leaves waiting. */
const MAX_HELD = 100_000;

/** The items that wait to be sent, and a person's decisions about them. */
export function createOutboxService(deps: SyncDeps, peers: Pick<PeersService, "find" | "start">): OutboxService {
  const { db, clock } = deps;

  function changeItem(id: number, change: (item: OutboxItem) => void, caller: Caller): OwnItem | undefined {
    const before = findItem(db, id);
    const peer = before && peers.find(before.peer, caller);
    if (before === undefined || peer === undefined) return undefined;
    db.transaction(() => change(before)).immediate();
    deps.onChange(peer);
    return { peer, item: findItem(db, id)! };
  }

  function accept(id: number, caller: Caller): ReturnType<OutboxService["accept"]> {
    const item = findItem(db, id);
    const peer = item && peers.find(item.peer, caller);
    if (item === undefined || peer === undefined) return undefined;
    const offered = offerOf(item);
    if (offered === undefined) return "nothing_offered";
    db.transaction(() => {
      updatePeer(db, peer.id, { capabilities: { ...peer.capabilities, ...offered.accepted } });
      // All items that wait for the same decision.
      const held = listItems(db, peer.id, { state: "needs_person", kind: null, limit: MAX_HELD, offset: 0 });
      for (const one of held) if (one.code === item.code) reopenItem(db, one.id, retried(one));
    }).immediate();
    deps.onChange(peer);
    peers.start(peer);
    return { peer, item: findItem(db, id)!, offer: offered.offer };
  }

  function decide(id: number, decision: SyncDecision, caller: Caller): DecisionOutcome {
    const conflict = findConflict(db, id);
    const peer = conflict && peers.find(conflict.peer, caller);
    if (conflict === undefined || peer === undefined) return { kind: "missing" };
    if (conflict.decision !== null) return { kind: "decided_before" };
    const problems = listDecisionProblems(conflict.kind, conflict.fields, decision);
    if (problems.length > 0) return { kind: "invalid", problems };
    const item = findItemOf(db, conflict.peer, conflict.kind, conflict.localId);
    db.transaction(() => {
      decideConflict(db, id, { decision, userId: caller.userId, nowMs: clock.now() });
      if (item !== undefined) reopenItem(db, item.id, retried(item));
    }).immediate();
    deps.onChange(peer);
    peers.start(peer);
    return { kind: "decided", peer, conflict: findConflict(db, id)! };
  }

  function undo(id: number, caller: Caller): ReturnType<OutboxService["undo"]> {
    const conflict = findConflict(db, id);
    const peer = conflict && peers.find(conflict.peer, caller);
    if (conflict === undefined || peer === undefined) return { kind: "missing" };
    const item = findItemOf(db, conflict.peer, conflict.kind, conflict.localId);
    const isUndone = db
      .transaction(() => {
        if (!undoDecision(db, conflict)) return false;
        const detail = `Changed here and there: ${Object.keys(conflict.fields).join(", ")}.`;
        if (item !== undefined) reopenItem(db, item.id, { state: "conflict", code: "conflict", detail, nextMs: null });
        return true;
      })
      .immediate();
    if (!isUndone) return { kind: "sent_before" };
    deps.onChange(peer);
    return { kind: "decided", peer, conflict: findConflict(db, id)! };
  }

  return {
    undo,
    list(peerId, { state = null, kind = null, limit, offset }, caller) {
      if (peers.find(peerId, caller) === undefined) return undefined;
      // A track that is being fetched is not one that was discarded.
      return listItems(db, peerId, { state, kind, limit, offset, isOutgoing: true });
    },
    retry(id, caller) {
      const changed = changeItem(id, (item) => retryItem(db, item), caller);
      if (changed !== undefined) peers.start(changed.peer);
      return changed;
    },
    accept,
    // Its journal is kept: if it is retried after all, it is known what may have arrived.
    discard: (id, caller) => changeItem(id, (item) => discardItem(db, item), caller),
    listConflicts: ({ userId, isAdministrator }) =>
      listConflicts(db, isAdministrator ? null : userId, clock.now() - DECIDED_LISTED_MS),
    decide,
  };
}
