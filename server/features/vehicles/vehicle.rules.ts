import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";

/** Without a heartbeat for so long the link is lost, and the flight ended. */
export const LINK_LOST_MS = MINUTE_MS;
/** A link that comes back so soon after its last heartbeat, of an armed vehicle, goes on with the flight. */
export const SAME_FLIGHT_MS = 10 * MINUTE_MS;

/**
 * Where a vehicle is in its flight. Times are those of a monotonic clock, in milliseconds: a step of the
 * station's clock neither ends a flight nor makes one.
 */
export type FlightPhase =
  | { readonly kind: "disarmed" }
  /** Armed, its place not known yet: a flight needs one. */
  | { readonly kind: "armed" }
  | { readonly kind: "flying"; readonly lastMs: number }
  /** The link was lost in flight; the flight is ended, and may go on. */
  | { readonly kind: "lost"; readonly lastMs: number };

export type FlightEvent =
  | { readonly kind: "heartbeat"; readonly isArmed: boolean; readonly atMs: number }
  | { readonly kind: "position"; readonly atMs: number }
  /** Time has passed. */
  | { readonly kind: "time"; readonly atMs: number };

export type FlightCommand = "begin" | "resume" | "end" | "end_link_lost";

export type FlightStep = { readonly phase: FlightPhase; readonly commands: readonly FlightCommand[] };

export const DISARMED: FlightPhase = { kind: "disarmed" };

/**
 * What an event changes. A flight begins at the first position of an armed vehicle, ends when the vehicle says that it
 * is disarmed or has sent nothing for a minute, and goes on when it comes back armed within ten.
 */
export function stepFlight(before: FlightPhase, event: FlightEvent): FlightStep {
  const { phase, commands } = expire(before, event.atMs);
  const next = react(phase, event);
  return { phase: next.phase, commands: [...commands, ...next.commands] };
}

/** A vehicle whose flight was open when the station stopped, `quietMs` after its last heartbeat. */
export function restoredPhase(kind: "flying" | "lost", quietMs: number, atMs: number): FlightPhase {
  // A clock that was set back meanwhile says nothing of how long it was quiet.
  return { kind, lastMs: atMs - Math.max(0, quietMs) };
}

function expire(phase: FlightPhase, atMs: number): FlightStep {
  if (phase.kind !== "flying" && phase.kind !== "lost") return { phase, commands: [] };
  const quietMs = atMs - phase.lastMs;
  const isLost = quietMs >= LINK_LOST_MS;
  const commands: readonly FlightCommand[] = phase.kind === "flying" && isLost ? ["end_link_lost"] : [];
  if (quietMs > SAME_FLIGHT_MS) return { phase: DISARMED, commands };
  return { phase: isLost ? { kind: "lost", lastMs: phase.lastMs } : phase, commands };
}

function react(phase: FlightPhase, event: FlightEvent): FlightStep {
  if (event.kind === "time") return { phase, commands: [] };
  if (event.kind === "position") {
    return phase.kind === "armed"
      ? { phase: { kind: "flying", lastMs: event.atMs }, commands: ["begin"] }
      : { phase, commands: [] };
  }
  if (!event.isArmed) return { phase: DISARMED, commands: phase.kind === "flying" ? ["end"] : [] };
  if (phase.kind === "disarmed" || phase.kind === "armed") return { phase: { kind: "armed" }, commands: [] };
  const flying: FlightPhase = { kind: "flying", lastMs: event.atMs };
  return { phase: flying, commands: phase.kind === "lost" ? ["resume"] : [] };
}

/** How long a position says where the vehicle is, for one that is armed after it. */
export const FRESH_POSITION_MS = 10 * SECOND_MS;
/** What the satellite receiver reports counts only while the autopilot does not say where it estimates to be. */
export const ESTIMATE_PREFERRED_MS = 5 * SECOND_MS;
