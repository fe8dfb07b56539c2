/** Work that a feature declares and the station's timer calls at an interval, as long as the station runs. */
export type BackgroundJob = {
  readonly intervalMs: number;
  /** Logged when a run rejects: "statistics could not be brought up to date". */
  readonly failure: string;
  /**
   * Not called again before it has settled. `signal` aborts when the station stops; a rejection after that is expected.
   */
  readonly run: (signal: AbortSignal) => void | Promise<void>;
  /** Ends a run that does not end by its signal alone. */
  readonly cancel?: () => Promise<void>;
  /** Called once, after the last run, while the recording is still open. */
  readonly finish?: () => Promise<void>;
};
