import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";

/** After this long without a heartbeat the link is lost, and the flight ended. */
export const LINK_LOST_MS = MINUTE_MS;
/** If the link returns within this time after the last heartbeat of an armed vehicle, the flight continues. */
export const SAME_FLIGHT_MS = 10 * MINUTE_MS;

/**
 * The phase of a vehicle's flight. Times are those of a monotonic clock, in milliseconds: a step of the station's clock
 * neither ends nor begins a flight.
 */
export type FlightPhase =
  | { readonly kind: "disarmed" }
  /** Armed, but its position is not known yet, which a flight needs. */
  | { readonly kind: "armed" }
  | { readonly kind: "flying"; readonly lastMs: number }
  /** The link was lost in flight; the flight is ended, and may continue. */
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
 * The changes by an event. A flight begins at the first position of an armed vehicle, ends when the vehicle reports
 * that it is disarmed or has sent nothing for a minute, and continues when it returns armed within ten minutes.
 */
export function stepFlight(before: FlightPhase, event: FlightEvent): FlightStep {
  const { phase, commands } = expire(before, event.atMs);
  const next = react(phase, event);
  return { phase: next.phase, commands: [...commands, ...next.commands] };
}

/** A vehicle whose flight was open when the station stopped, `quietMs` after its last heartbeat. */
export function restoredPhase(kind: "flying" | "lost", quietMs: number, atMs: number): FlightPhase {
  // If the clock was set back meanwhile, the duration of the silence is unknown.
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

/** The age up to which a position is used for a vehicle that is armed after it. */
export const FRESH_POSITION_MS = 10 * SECOND_MS;
/** After this long without an estimate of the autopilot, the position of the satellite receiver is used. */
export const ESTIMATE_PREFERRED_MS = 5 * SECOND_MS;
