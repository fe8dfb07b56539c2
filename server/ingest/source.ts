import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SourceInput, Refusals } from "./decoded.ts";

/** The functions that the supervisor provides to a running source. */
export type SourceContext = {
  /** Aborts when the source is disabled or the station stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** Call when the port, socket or file is open. */
  readonly running: () => void;
  /** The source of a serial port calls this with the port that it is about to open. */
  readonly usesPort?: (path: string) => void;
  /**
   * Passes on what was decoded, in order; resolves when it is on disk, with the refusals by reason. Replays wait for
   * it; live sources need not.
   */
  readonly take: (decoded: readonly SourceInput[]) => Promise<Refusals>;
  /**
   * Call with everything as it was received, before it is decoded, and the network address of its sender, if it has
   * one: a station may keep it as evidence. The bytes must not change afterwards.
   */
  readonly keepRaw?: (received: Uint8Array | string, sender?: string) => void;
  /** Reports the progress of a replay, 0 to 1. */
  readonly progress: (fraction: number) => void;
};

/**
 * A function that runs a source until its signal aborts. It resolves at its end (a replay) or after the abort, and
 * rejects when it fails; the supervisor then runs it again with back-off.
 */
export type SourceRun = (context: SourceContext) => Promise<void>;
