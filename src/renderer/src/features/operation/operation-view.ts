import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { type AgeState, ageStateOf } from "../../tracks/age.ts";
import type { Track } from "../../tracks/track-collection.ts";
import type { TrafficPicture } from "../../tracks/track-source.ts";

/** What the card shows of one operation, live or recorded. */
export interface OperationView {
  readonly id: string;
  readonly operation: Operation | undefined;
  readonly ua: UaTelemetry | undefined;
  readonly operator: OperatorTelemetry | undefined;
  /** Undefined in the log, where it has no meaning. */
  readonly age: { readonly state: AgeState; readonly ms: number } | undefined;
  readonly isReplayed: boolean;
  /** A past time is shown: nothing of it is live. */
  readonly isPast?: boolean;
}

/** As the picture of all traffic shows it, now or at a past time. */
export function pictureView(track: Track, { kind, nowMs }: Pick<TrafficPicture, "kind" | "nowMs">): OperationView {
  const ms = nowMs() - track.receivedAtMs;
  const { id, operation, ua, operator, isReplayed } = track;
  return { id, operation, ua, operator, isReplayed, age: { state: ageStateOf(ms), ms }, isPast: kind === "replay" };
}

export function recordedView(operation: Operation, track: Track | undefined): OperationView {
  return { id: operation.id, operation, ua: track?.ua, operator: track?.operator, age: undefined, isReplayed: false };
}
