import type { TransmissionTechnology } from "../contracts/common.ts";
import type { OutputEventName } from "../contracts/outputs.ts";
import type { OperatorTelemetry, UaTelemetry } from "../contracts/telemetry.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Declared } from "../kernel/sighting.ts";

/** The newest record of one aircraft, with the known data about it. */
export type OutputRecord = {
  /** The operation that it belongs to; waiting records all have different operations. */
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

/**
 * The functions that the supervisor provides to a running output. `R` is the type of what waits: a record, unless the
 * output passes items on.
 */
export type OutputContext<R = OutputRecord> = {
  /** Aborts when the output is disabled or the station stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Call when the receiver can be sent to. */
  readonly connected: () => void;
  /**
   * Resolves with the newest waiting record; if there is none, with the next one that arrives. At most one waits for
   * each aircraft, and only records that pass the filter do. Rejects with the reason when `signal` or the given signal
   * aborts: an output whose connection breaks while it waits aborts its own signal with an `OutputFailure`.
   */
  readonly next: (broken?: AbortSignal) => Promise<R>;
  /** The same for as many as wait, at least one and at most `max`; the newest first. */
  readonly nextOf: (max: number, broken?: AbortSignal) => Promise<readonly R[]>;
  /** The oldest waiting live event of the kinds in the settings; rejects as `next` does. */
  readonly nextEvent: (broken?: AbortSignal) => Promise<OutputEvent>;
  /**
   * Call when the oldest `count` (1) items that were taken and not yet settled have been sent. Unsettled items wait
   * again when the run ends or fails: an event in its former place, a record unless there is a newer one.
   */
  readonly sent: (count?: number) => void;
};

/**
 * A function that runs an output until its signal aborts. It throws to fail, preferably an `OutputFailure` with one
 * sentence for the operator; the supervisor then runs it again with growing pauses. A rejection after the abort is not
 * a failure.
 */
export type RunOutput<R = OutputRecord> = (context: OutputContext<R>) => Promise<void>;

/** The context of a run that sends records, on any thread. */
export type RecordContext = Pick<OutputContext, "signal" | "clock" | "connected" | "next" | "sent">;

/** The same as `RunOutput` for outputs that only send records. */
export type SendRecords = (context: RecordContext) => Promise<void>;
