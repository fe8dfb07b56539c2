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
  readonly steps: readonly SyncStep[];
  /** Flights that are identical at the peer. */
  readonly sentFlights: ReadonlySet<string>;
}

export interface FlightIndex {
  readonly stepsOf: ReadonlyMap<string, readonly SyncStep[]>;
  readonly sentFlights: ReadonlySet<string>;
}

const ACTIVE: ReadonlySet<SyncStep["state"]> = new Set(["sending", "checking"]);

/** The items of flights by flight. */
export function indexFlights({ steps, sentFlights }: PeerOutbox): FlightIndex {
  const stepsOf = new Map<string, SyncStep[]>();
  for (const step of steps) {
    if (step.kind !== "flight" && step.kind !== "track" && step.kind !== "states") continue;
    const known = stepsOf.get(step.local_id);
    if (known) known.push(step);
    else stepsOf.set(step.local_id, [step]);
  }
  return { stepsOf, sentFlights };
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

function stateAtPeer(flightId: string, { stepsOf, sentFlights }: FlightIndex): FlightSync | undefined {
  const steps = stepsOf.get(flightId);
  if (!steps) return sentFlights.has(flightId) ? { kind: "there" } : undefined;
  if (steps.some(({ state }) => state === "needs_person" || state === "conflict")) return { kind: "needs_you" };
  if (steps.some(({ state }) => ACTIVE.has(state))) return { kind: "sending", percent: percentOf(steps) };
  const flight = steps.find(({ kind }) => kind === "flight");
  if (flight?.step === "create") return { kind: "only_here" };
  if (flight?.step === "process" && flight.state !== "off" && steps.length === 1) return { kind: "to_process" };
  return { kind: "differs", percent: percentOf(steps) };
}

/** Rounded down, so that 100 % means that everything is at the peer. */
function percentOf(steps: readonly SyncStep[]): number | undefined {
  const total = steps.reduce((sum, step) => sum + step.total, 0);
  const sent = steps.reduce((sum, step) => sum + Math.min(step.sent, step.total), 0);
  return total === 0 ? undefined : Math.floor((100 * sent) / total);
}
