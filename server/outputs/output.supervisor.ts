import type { Output, OutputState } from "../contracts/outputs.ts";
import { type FailedRun, runWithBackOff } from "../kernel/back-off.ts";
import { type Clock, isoFromMs, SECOND_MS, type Schedule, systemSchedule, isoOrNull } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { pause } from "../kernel/pause.ts";
import { createRecentCount, type RecentCount } from "../kernel/recent-count.ts";
import { errorMessageOf, OutputFailure } from "./output.failure.ts";
import { createOutputFeed, type OutputFeed } from "./output.feed.ts";
import type { OutputEvent, OutputRecord, RunOutput } from "./output.ts";

/** Longest wait for an output to end after it was told to stop. */
const STOP_MS = 5 * SECOND_MS;

export type OutputStatus = Pick<
  Output,
  "state" | "rate" | "sent" | "dropped" | "coalesced" | "waiting" | "last_sent_at" | "last_error" | "last_error_at"
>;

export const NEVER_STARTED: OutputStatus = {
  state: "stopped",
  rate: 0,
  sent: 0,
  dropped: 0,
  coalesced: 0,
  waiting: 0,
  last_sent_at: null,
  last_error: null,
  last_error_at: null,
};

/** An output to run: a record `R` is made of an item `T` when it is sent. */
export type SupervisedOutput<T, R> = {
  readonly id: string;
  /** Called for each run, also for one after a failure. */
  readonly createRun: () => RunOutput<R>;
  /** The key under which an item waits; `undefined` for one that the output does not send. Called for every record. */
  readonly keyOf: (item: T) => string | undefined;
  /** `undefined` for an item that must not be sent any more. */
  readonly makeRecord: (item: T) => R | undefined;
  /** The interval at which an aircraft is sent at most, with its newest record; each record unless given. */
  readonly intervalMs?: number | undefined;
  /** Called with a live event after it was sent, or dropped. */
  readonly onEventSettled?: ((event: OutputEvent) => void) | undefined;
};

export type OutputSupervisor<T, R = OutputRecord> = {
  /** Starts an output, or restarts it with these settings. Its counters begin at zero. */
  readonly start: (output: SupervisedOutput<T, R>) => void;
  /** Resolves when the output has ended, or after five seconds. */
  readonly stop: (id: string) => Promise<void>;
  /** Stops an output and removes its counters. */
  readonly remove: (id: string) => Promise<void>;
  readonly status: (id: string) => OutputStatus;
  /** Passes a record to every output that sends it. */
  readonly take: (item: T) => void;
  /** Passes a live event to one output. */
  readonly takeEvent: (id: string, event: OutputEvent) => void;
  /** Stops all outputs. */
  readonly close: () => Promise<void>;
};

type Entry<T, R> = {
  readonly output: SupervisedOutput<T, R>;
  readonly feed: OutputFeed<T, R>;
  readonly abort: AbortController;
  readonly recent: RecentCount;
  state: OutputState;
  sent: number;
  lastSentMs: number | null;
  lastError: { readonly sentence: string; readonly atMs: number } | null;
  done: Promise<void>;
};

/**
 * Keeps the outputs of a station running. One that fails is run again after 1 s, 2 s, … 30 s with jitter, from the start
 * again after a good run; a lasting failure is tried every 30 s. What is received waits meanwhile, within bounds.
 */
export function createOutputSupervisor<T, R = OutputRecord>(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule?: Schedule | undefined;
  /** A number from 0 to 1, for the jitter of the back-off. */
  readonly random?: (() => number) | undefined;
  /** Called when a receiver refuses permanently: the output has ended and is not run again. */
  readonly onFinal?: ((id: string) => void) | undefined;
}): OutputSupervisor<T, R> {
  const { clock, log, schedule = systemSchedule, random = Math.random } = deps;
  const entries = new Map<string, Entry<T, R>>();
  /** The outputs that send records: iterated for each record. */
  let running: readonly Entry<T, R>[] = [];

  function createEntry(output: SupervisedOutput<T, R>): Entry<T, R> {
    const entry: Entry<T, R> = {
      output,
      abort: new AbortController(),
      recent: createRecentCount(clock.now()),
      state: "starting",
      sent: 0,
      lastSentMs: null,
      lastError: null,
      done: Promise.resolve(),
      feed: createOutputFeed<T, R>({
        makeRecord: output.makeRecord,
        onEventSettled: output.onEventSettled,
        clock,
        schedule,
        intervalMs: output.intervalMs ?? 0,
        onSent(count) {
          entry.sent += count;
          entry.lastSentMs = clock.now();
          entry.recent.add(count, entry.lastSentMs);
        },
      }),
    };
    return entry;
  }

  function refreshRunning(): void {
    running = [...entries.values()].filter(({ abort }) => !abort.signal.aborted);
  }

  async function run(entry: Entry<T, R>): Promise<void> {
    await keepRunning(entry);
    if (entry.abort.signal.aborted) return;
    entry.abort.abort();
    entry.feed.stop();
    refreshRunning();
    entry.state = "stopped";
    deps.onFinal?.(entry.output.id);
  }

  async function end(entry: Entry<T, R>): Promise<void> {
    entry.abort.abort();
    entry.feed.stop();
    refreshRunning();
    const stopTimeout = new AbortController();
    const timedOut = pause(schedule, STOP_MS, stopTimeout.signal).then(() => {
      if (!stopTimeout.signal.aborted) log.warn({ outputId: entry.output.id }, "an output did not stop in time");
    });
    await Promise.race([entry.done, timedOut]);
    stopTimeout.abort();
    entry.state = "stopped";
  }

  const keepRunning = createRunner<T, R>({ clock, log, schedule, random });

  return {
    start(output) {
      const previous = entries.get(output.id);
      const entry = createEntry(output);
      entries.set(output.id, entry);
      refreshRunning();
      entry.done = (previous === undefined ? Promise.resolve() : end(previous)).then(() => run(entry));
    },
    async stop(id) {
      const entry = entries.get(id);
      if (entry !== undefined) await end(entry);
    },
    async remove(id) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      await end(entry);
      if (entries.get(id) === entry) entries.delete(id);
    },
    status(id) {
      const entry = entries.get(id);
      return entry === undefined ? NEVER_STARTED : statusAt(entry, clock.now());
    },
    take(item) {
      for (const { output, feed } of running) {
        const key = output.keyOf(item);
        if (key !== undefined) feed.put(key, item);
      }
    },
    takeEvent(id, event) {
      const entry = entries.get(id);
      if (entry !== undefined && !entry.abort.signal.aborted) entry.feed.putEvent(event);
    },
    async close() {
      await Promise.all([...entries.values()].map(end));
    },
  };
}

function statusAt<T, R>(entry: Entry<T, R>, nowMs: number): OutputStatus {
  const { lastError, lastSentMs } = entry;
  return {
    state: entry.state,
    rate: entry.recent.perSecond(nowMs),
    sent: entry.sent,
    dropped: entry.feed.dropped(),
    coalesced: entry.feed.coalesced(),
    waiting: entry.feed.waiting(),
    last_sent_at: isoOrNull(lastSentMs),
    last_error: lastError?.sentence ?? null,
    last_error_at: lastError === null ? null : isoFromMs(lastError.atMs),
  };
}

/**
 * Runs an output until it is stopped or its receiver refuses permanently; after a failure it runs again, with back-off.
 */
function createRunner<T, R>(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule: Schedule;
  readonly random: () => number;
}) {
  const { clock, log } = deps;

  /** Warns only once per reason: a receiver that is unreachable for a week must not fill the disk with log lines. */
  function noteFailure(entry: Entry<T, R>, { error, wasGood, delayMs }: FailedRun): void {
    const reason = errorMessageOf(error);
    const fields = { outputId: entry.output.id, reason };
    if (delayMs === null) log.warn(fields, "an output was switched off by its receiver");
    else if (!wasGood && entry.lastError?.sentence === reason) log.debug(fields, "an output failed again");
    else if (error instanceof OutputFailure) log.warn(fields, "an output failed and will be tried again");
    else log.error({ ...fields, err: error }, "an output failed unexpectedly and will be tried again");
    entry.lastError = { sentence: reason, atMs: clock.now() };
  }

  /** To end by itself is a failure too. */
  async function runOnce(entry: Entry<T, R>, onRunning: () => void): Promise<void> {
    const { signal } = entry.abort;
    const { close, ...reading } = entry.feed.open(signal);
    try {
      await entry.output.createRun()({ ...reading, signal, clock, connected: onRunning });
    } finally {
      close();
    }
    throw new OutputFailure("It ended by itself.");
  }

  return (entry: Entry<T, R>): Promise<void> =>
    runWithBackOff(
      {
        signal: entry.abort.signal,
        run: (onRunning) => runOnce(entry, onRunning),
        setState: (state) => void (entry.state = state),
        onFailure: (failure) => noteFailure(entry, failure),
        isFinal,
      },
      deps,
    );
}

function isFinal(error: unknown): boolean {
  return error instanceof OutputFailure && error.isFinal;
}
