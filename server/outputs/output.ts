import type { TransmissionTechnology } from "../contracts/common.ts";
import type { OutputEventName } from "../contracts/outputs.ts";
import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Declared } from "../kernel/sighting.ts";

/** What an output says of one aircraft: its newest record, and what is known of it. */
export type OutputRecord = {
  /** The operation that it belongs to; no two records that wait have the same. */
  readonly operationId: string;
  /** As in the live event `telemetry_ua`. */
  readonly ua: UaTelemetry;
  /** The aircraft's identifier: its serial number if declared, else another one; null when it declares none. */
  readonly uasId: string | null;
  /** What the aircraft has declared about itself so far. */
  readonly declared: Declared;
  readonly technology: TransmissionTechnology;
  /** The newest known position of the operator, as in `telemetry_operator`; null when it is not known. */
  readonly operator: OperatorTelemetry | null;
  /** The declared place of take-off, `source_type` is `take_off`; null when it is not known. */
  readonly takeOff: OperatorTelemetry | null;
};

/** A live event, for outputs that deliver events. */
export type OutputEvent = {
  readonly name: OutputEventName;
  /** When it happened, Unix milliseconds. */
  readonly atMs: number;
  /** The payload of the live event, as its contract has it. */
  readonly payload: object;
};

/** What a running output gets from the supervisor. `R` is what waits for it: a record, unless it hands them on. */
export type OutputContext<R = OutputRecord> = {
  /** Aborts when the output is disabled or the station stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** To be called when the receiver can be sent to. */
  readonly connected: () => void;
  /**
   * The newest record that waits; if none does, the next one that comes. At most one waits for each aircraft, and only
   * records that pass the filter do. Rejects with the reason when `signal` or the given signal aborts: an output whose
   * connection breaks while it waits aborts its own with an `OutputFailure`.
   */
  readonly next: (broken?: AbortSignal) => Promise<R>;
  /** The same for as many as wait, at least one and at most `max`; the newest first. */
  readonly nextOf: (max: number, broken?: AbortSignal) => Promise<readonly R[]>;
  /** The oldest live event that waits, of those that the settings name; rejects as `next` does. */
  readonly nextEvent: (broken?: AbortSignal) => Promise<OutputEvent>;
  /**
   * To be called when the oldest `count` (1) of what was taken and not yet settled have been sent. What is not settled
   * when the run ends or fails waits again: an event in its old place, a record unless there is a newer one.
   */
  readonly sent: (count?: number) => void;
};

/**
 * A function that runs an output until its signal aborts. It throws to fail, best an `OutputFailure` with one sentence
 * for the operator; the supervisor then runs it again with growing pauses. Rejecting after the abort is no failure.
 */
export type RunOutput<R = OutputRecord> = (context: OutputContext<R>) => Promise<void>;

/** What a run that sends records needs, on whatever thread it is. */
export type RecordContext = Pick<OutputContext, "signal" | "clock" | "connected" | "next" | "sent">;

/** The same as `RunOutput` for outputs that only send records. */
export type SendRecords = (context: RecordContext) => Promise<void>;
