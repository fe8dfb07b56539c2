/** What a feature wants done again and again while a station runs; it declares it, and the station's timer calls it. */
export type BackgroundJob = {
  readonly intervalMs: number;
  /** Logged where a run rejects: "statistics could not be brought up to date". */
  readonly failure: string;
  /** Not called again while it runs. `signal` tells that the station stops; what it rejects with then is expected. */
  readonly run: (signal: AbortSignal) => void | Promise<void>;
  /** Ends a run that does not end by its signal alone. */
  readonly cancel?: () => Promise<void>;
  /** Called once, after the last run, while the recording is still open. */
  readonly finish?: () => Promise<void>;
};
