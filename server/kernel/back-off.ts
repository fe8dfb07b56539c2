import { type Clock, SECOND_MS, type Schedule } from "./clock.ts";
import { pause } from "./pause.ts";
import { RunFailure } from "./run-failure.ts";

const MIN_DELAY_MS = SECOND_MS;
/** With jitter the longest delay is 30 s. */
const MAX_DELAY_MS = 24 * SECOND_MS;
const JITTER_SHARE = 0.25;

/** After a run of this length, the next failure starts again at the shortest delay. */
const GOOD_RUN_MS = 10 * SECOND_MS;

/** What is to be kept running: a source, an output. */
type Runnable = {
  /** Aborts when it is to stop. */
  readonly signal: AbortSignal;
  /** Runs it once, and calls `onRunning` when it works. Resolves when it has ended; rejects or throws when it has failed. */
  readonly run: (onRunning: () => void) => Promise<void>;
  readonly setState: (state: "starting" | "running" | "waiting") => void;
  readonly onFailure: (failure: FailedRun) => void;
  /** Whether it must not be run again after this error; never so unless given. */
  readonly isFinal?: (error: unknown) => boolean;
};

export type FailedRun = {
  readonly error: unknown;
  /** Whether it had worked for some time before. */
  readonly wasGood: boolean;
  /** How long it waits now, milliseconds; null when it is not run again. */
  readonly delayMs: number | null;
};

/**
 * Runs something until it ends, is stopped or fails for good; after any other failure again. The wait is 1 s after the
 * first failure in a row, twice as long after each further one up to 24 s, and 24 s at once after a persistent one; up to
 * a quarter is added. `random` gives a number from 0 to 1, so that runs that failed together do not retry together.
 */
export async function runWithBackOff(
  { signal, run, setState, onFailure, isFinal = () => false }: Runnable,
  { clock, schedule, random }: { readonly clock: Clock; readonly schedule: Schedule; readonly random: () => number },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    let runningSinceMs: number | null = null;
    const onRunning = () => {
      if (signal.aborted) return;
      runningSinceMs ??= clock.now();
      setState("running");
    };
    setState("starting");
    try {
      await run(onRunning);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const wasGood = runningSinceMs !== null && clock.now() - runningSinceMs >= GOOD_RUN_MS;
      failures = wasGood ? 1 : failures + 1;
      const delayMs = isFinal(error) ? null : delayAfter(error, failures, random());
      onFailure({ error, wasGood, delayMs });
      if (delayMs === null) return;
      setState("waiting");
      await pause(schedule, delayMs, signal);
    }
  }
}

function delayAfter(error: unknown, failures: number, random: number): number {
  const isPersistent = error instanceof RunFailure && error.isPersistent;
  const delayMs = isPersistent ? MAX_DELAY_MS : Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1));
  return Math.round(delayMs * (1 + JITTER_SHARE * random));
}
