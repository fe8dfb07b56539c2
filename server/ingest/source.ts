import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Decoded, Rejections } from "./decoded.ts";

/** What a source is handed while it runs. */
export type SourceContext = {
  /** Aborts when the source is switched off or the station stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  /** Says that the port, socket or file is open and being listened to. */
  readonly running: () => void;
  /**
   * Hands over what was decoded, in order; resolves when it is on disk, with what was refused. Live sources need not wait
   * for it, replays do.
   */
  readonly take: (decoded: readonly Decoded[]) => Promise<Rejections>;
  /** How far a replay is, 0 to 1. */
  readonly progress: (fraction: number) => void;
};

/**
 * A source is a function that listens until its signal aborts. It resolves at its end (a replay) or after the abort,
 * and rejects when it fails; the supervisor then runs it again with back-off.
 */
export type SourceRun = (context: SourceContext) => Promise<void>;
