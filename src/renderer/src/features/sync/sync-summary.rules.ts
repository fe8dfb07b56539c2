import type { SyncKind, SyncPeer, SyncStep } from "../../../../../server/contracts/sync.ts";

import type { TokenWarning } from "./peer.rules.ts";

/** The reason why an item of the outbox waits. */
export type WaitReason = "network" | "paused" | "budget" | "slowed" | "sending" | "manual" | "turn";

/** States of a peer in which only a person can help. */
export type BlockedState = "signed_out" | "wrong_account" | "incompatible";

/** The most important state of synchronisation; `peer` is the name of the peer concerned. */
export type SyncSummary =
  | { readonly kind: "none" }
  | { readonly kind: "blocked"; readonly state: BlockedState; readonly peer: string }
  | { readonly kind: "needs_you"; readonly items: number }
  | {
      readonly kind: "waiting";
      readonly reason: WaitReason;
      readonly peer: string;
      readonly flights: number;
      /** Items that are not part of a flight. */
      readonly others: number;
    }
  | { readonly kind: "not_reached"; readonly peer: string }
  | { readonly kind: "first"; readonly peer: string }
  | { readonly kind: "there_when_reached"; readonly peer: string }
  /** Something could not be fetched from the peer in the last exchange; the reason is the station's sentence. */
  | { readonly kind: "failed"; readonly peer: string; readonly why: string }
  /** `kept`: items that a person has decided not to send. */
  | { readonly kind: "there"; readonly kept: number };

export type PeerItems = ReadonlyMap<string, readonly SyncStep[]>;

/** A small state for the strip; `undefined` without a peer. */
export type StripState =
  | { readonly kind: "needs_you" | "offline" | "first" | "failed" | "there" }
  | { readonly kind: "token"; readonly days: number; readonly isUrgent: boolean }
  | { readonly kind: "waiting"; readonly items: number };

const PARTS_OF_FLIGHT: ReadonlySet<SyncKind> = new Set(["flight", "track", "states"]);
const WAITING: ReadonlySet<SyncStep["state"]> = new Set(["waiting", "sending", "checking", "retry"]);

export function isBlocked(state: SyncPeer["state"]): state is BlockedState {
  return state === "signed_out" || state === "wrong_account" || state === "incompatible";
}

/** `outboxes`: the items of each peer as far as they are loaded. */
export function syncSummaryOf(peers: readonly SyncPeer[], outboxes: PeerItems): SyncSummary {
  if (peers.length === 0) return { kind: "none" };
  const blocked = peers.find(({ state }) => isBlocked(state));
  if (blocked && isBlocked(blocked.state)) return { kind: "blocked", state: blocked.state, peer: blocked.name };
  const items = needsYouCount(peers);
  if (items > 0) return { kind: "needs_you", items };
  const [busiest] = peers
    .map((peer) => ({ peer, ...countWaiting(peer, outboxes.get(peer.id) ?? []) }))
    .filter(({ flights, others }) => flights + others > 0)
    .toSorted((a, b) => b.flights + b.others - (a.flights + a.others));
  if (busiest) {
    const { peer, flights, others } = busiest;
    return { kind: "waiting", reason: waitReasonOf(peer), peer: peer.name, flights, others };
  }
  return settledOf(peers, outboxes);
}

/** Nothing waits, and nothing needs a person. */
function settledOf(peers: readonly SyncPeer[], outboxes: PeerItems): SyncSummary {
  const fresh = peers.find(({ last_success_at: at }) => at === null);
  if (fresh) return { kind: fresh.state === "offline" ? "not_reached" : "first", peer: fresh.name };
  const offline = peers.find(({ state }) => state === "offline");
  if (offline) return { kind: "there_when_reached", peer: offline.name };
  const failed = peers.flatMap(({ name, last_error: error, last_success_at: at }) =>
    error !== null && at !== null && Date.parse(error.at) > Date.parse(at) ? [{ peer: name, why: error.msg }] : [],
  )[0];
  if (failed) return { kind: "failed", ...failed };
  const kept = peers.flatMap(({ id }) => outboxes.get(id) ?? []).filter(({ state }) => state === "off").length;
  return { kind: "there", kept };
}

/** Why the items of a peer wait that have no reason of their own. */
export function waitReasonOf({ state, auto, running }: Pick<SyncPeer, "state" | "auto" | "running">): WaitReason {
  switch (state) {
    case "paused":
      return "paused";
    case "budget_used":
      return "budget";
    case "slowed":
      return "slowed";
    case "ready":
      return running ? "sending" : auto ? "turn" : "manual";
    default:
      return "network";
  }
}

/** A token that expires soon precedes all but states that need a person; a later one is shown only if nothing waits. */
export function syncStripOf(peers: readonly SyncPeer[], token?: TokenWarning): StripState | undefined {
  const state = plainStripOf(peers);
  if (token === undefined || state === undefined || state.kind === "needs_you") return state;
  const { days, isUrgent } = token;
  return isUrgent || state.kind === "there" ? { kind: "token", days, isUrgent } : state;
}

function plainStripOf(peers: readonly SyncPeer[]): StripState | undefined {
  const summary = syncSummaryOf(peers, new Map());
  switch (summary.kind) {
    case "none":
      return undefined;
    case "blocked":
    case "needs_you":
      return { kind: "needs_you" };
    case "waiting":
      return { kind: "waiting", items: peers.reduce((sum, { waiting }) => sum + waiting, 0) };
    case "not_reached":
    case "there_when_reached":
      return { kind: "offline" };
    default:
      return { kind: summary.kind };
  }
}

function needsYouCount(peers: readonly SyncPeer[]): number {
  return peers.reduce((sum, { needs_person: held, conflicts }) => sum + held + conflicts, 0);
}

/** A flight is one thing to a person, although its fields, its track and its states are sent one after the other. */
function countWaiting(
  peer: SyncPeer,
  items: readonly SyncStep[],
): { readonly flights: number; readonly others: number } {
  const waiting = items.filter(({ state }) => WAITING.has(state));
  // The items may be newer than the peer's own count, or not loaded yet: something waits if either says so.
  if (waiting.length === 0) return { flights: 0, others: peer.waiting };
  const flights = new Set(waiting.filter(({ kind }) => PARTS_OF_FLIGHT.has(kind)).map(({ local_id: id }) => id));
  return { flights: flights.size, others: waiting.filter(({ kind }) => !PARTS_OF_FLIGHT.has(kind)).length };
}
