import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { type AgeState, ageStateOf } from "../../tracks/age.ts";
import type { Track } from "../../tracks/track-collection.ts";

/** What the card shows of one operation, live or recorded. */
export interface OperationView {
  readonly id: string;
  readonly operation: Operation | undefined;
  readonly ua: UaTelemetry | undefined;
  readonly operator: OperatorTelemetry | undefined;
  /** Undefined in the log, where it has no meaning. */
  readonly age: { readonly state: AgeState; readonly ms: number } | undefined;
  readonly isReplayed: boolean;
}

export function liveView(track: Track, nowMs: number): OperationView {
  const ms = nowMs - track.receivedAtMs;
  const { id, operation, ua, operator, isReplayed } = track;
  return { id, operation, ua, operator, isReplayed, age: { state: ageStateOf(ms), ms } };
}

export function recordedView(operation: Operation, track: Track | undefined): OperationView {
  return { id: operation.id, operation, ua: track?.ua, operator: track?.operator, age: undefined, isReplayed: false };
}
