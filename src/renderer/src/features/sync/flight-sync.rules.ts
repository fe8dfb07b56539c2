import type { SyncStep } from "../../../../../server/contracts/sync.ts";

/** The synchronisation state of a flight with the peers of its account. */
export type FlightSync =
  | { readonly kind: "only_here" | "to_process" | "there" | "needs_you" }
  /** `percent`: how much of its telemetry and states the peer has; undefined before it is counted. */
  | { readonly kind: "sending" | "differs"; readonly percent: number | undefined }
  /** Some peers have it, others do not. */
  | { readonly kind: "at_some"; readonly there: number; readonly all: number };

/** The known items of one peer's outbox. */
export interface PeerOutbox {
  /** Every item but the clean ones. */
  readonly items: readonly SyncStep[];
  /** Flights that are identical at the peer. */
  readonly sentFlights: ReadonlySet<string>;
}

export interface FlightIndex {
  readonly itemsOf: ReadonlyMap<string, readonly SyncStep[]>;
  readonly sentFlights: ReadonlySet<string>;
}

const ACTIVE: ReadonlySet<SyncStep["state"]> = new Set(["sending", "checking"]);

/** The items of flights by flight. */
export function indexFlights({ items, sentFlights }: PeerOutbox): FlightIndex {
  const itemsOf = new Map<string, SyncStep[]>();
  for (const item of items) {
    if (item.kind !== "flight" && item.kind !== "track" && item.kind !== "states") continue;
    const known = itemsOf.get(item.local_id);
    if (known) known.push(item);
    else itemsOf.set(item.local_id, [item]);
  }
  return { itemsOf, sentFlights };
}

/** `undefined` for a flight that no peer knows of, such as another account's. */
export function flightSyncOf(flightId: string, peers: readonly FlightIndex[]): FlightSync | undefined {
  const states = peers.flatMap((peer) => stateAtPeer(flightId, peer) ?? []);
  const [first] = states;
  if (first === undefined) return undefined;
  const urgent = states.find(({ kind }) => kind === "needs_you") ?? states.find(({ kind }) => kind === "sending");
  if (urgent) return urgent;
  if (states.every(({ kind }) => kind === first.kind)) return first;
  const there = states.filter(({ kind }) => kind === "there" || kind === "to_process").length;
  return { kind: "at_some", there, all: states.length };
}

function stateAtPeer(flightId: string, { itemsOf, sentFlights }: FlightIndex): FlightSync | undefined {
  const items = itemsOf.get(flightId);
  if (!items) return sentFlights.has(flightId) ? { kind: "there" } : undefined;
  if (items.some(({ state }) => state === "needs_person" || state === "conflict")) return { kind: "needs_you" };
  if (items.some(({ state }) => ACTIVE.has(state))) return { kind: "sending", percent: percentOf(items) };
  const flight = items.find(({ kind }) => kind === "flight");
  if (flight?.step === "create") return { kind: "only_here" };
  if (flight?.step === "process" && flight.state !== "off" && items.length === 1) return { kind: "to_process" };
  return { kind: "differs", percent: percentOf(items) };
}

/** Rounded down, so that 100 % means that everything is at the peer. */
function percentOf(items: readonly SyncStep[]): number | undefined {
  const total = items.reduce((sum, item) => sum + item.total, 0);
  const sent = items.reduce((sum, item) => sum + Math.min(item.sent, item.total), 0);
  return total === 0 ? undefined : Math.floor((100 * sent) / total);
}
