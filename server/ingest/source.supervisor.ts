import type { Source, SourceState } from "../contracts/station.ts";
import { SECOND_MS, type Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { refusalKey, type Decoded, type DecodedFrame, type DecodedSensor, type Rejections } from "./decoded.ts";
import { createSourceActivity } from "./source.activity.ts";
import { GOOD_RUN_MS, lastingDelayMs, retryDelayMs } from "./source.back-off.ts";
import { errorMessageOf, SourceFailure } from "./source.failure.ts";
import { pause, systemSchedule, type Schedule } from "./source.schedule.ts";
import { NEVER_STARTED, statusAt, type SourceRecord, type SourceStatus } from "./source.status.ts";
import type { SourceContext, SourceRun } from "./source.ts";

/** Longest wait for a source to end after it was told to. */
const STOP_MS = 5 * SECOND_MS;
const CHANGE_TICK_MS = SECOND_MS;
/** Frames of one source that may wait for the disk; a live source that outruns it loses the newest, counted. */
const MAX_PENDING_FRAMES = 20_000;

/** What the supervisor has to know of a source, as the contract writes it. */
export type SupervisedSource = Pick<Source, "id" | "name" | "sensor_id" | "settings">;

export type { SourceStatus } from "./source.status.ts";

export type SourceSupervisorDeps = {
  /** Asked once per start: the run it gives is run again after a failure, and may remember its earlier tries. */
  readonly createRun: (source: SupervisedSource) => SourceRun;
  /** Stores what was decoded, in order; refusals of the codecs are counted here and not handed on. */
  readonly take: (source: SupervisedSource, decoded: readonly (DecodedFrame | DecodedSensor)[]) => Promise<Rejections>;
  readonly clock: Clock;
  readonly log: Log;
  readonly schedule?: Schedule;
  /** A number from 0 to 1, for the jitter of the back-off. */
  readonly random?: () => number;
  /** Says that the status of a source is another one; at most once a second while frames arrive. */
  readonly onChange: (sourceId: string) => void;
};

export type SourceSupervisor = {
  /** Starts a source, or starts it anew with these settings. Its counters begin at zero. */
  readonly start: (source: SupervisedSource) => void;
  /** Resolves when the source has ended, or after five seconds. */
  readonly stop: (sourceId: string) => Promise<void>;
  /** Stops a source and forgets its counters. */
  readonly remove: (sourceId: string) => Promise<void>;
  /** A source that was never started is `stopped` and has counted nothing. */
  readonly status: (sourceId: string) => SourceStatus;
  /** Counts frames that the pipeline refused. */
  readonly refused: (sourceId: string, reason: string, count?: number) => void;
  /** Stops all sources. */
  readonly close: () => Promise<void>;
};

type Entry = SourceRecord & {
  readonly source: SupervisedSource;
  readonly abort: AbortController;
  run: SourceRun | null;
  pendingFrames: number;
  cancelTick: (() => void) | null;
  done: Promise<void>;
  /** Set once it was told to end. */
  ended: Promise<void> | null;
};

type Outcome =
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: unknown; readonly wasGood: boolean };

/**
 * Keeps the sources of a station running. A source that rejects or throws is run again after 1 s, 2 s, … 30 s with
 * jitter, from the start again after a good run; a lasting failure is tried every 30 s. No failure of a source or of
 * the store leaves this function other than through `status`.
 */
export function createSourceSupervisor(deps: SourceSupervisorDeps): SourceSupervisor {
  const schedule = deps.schedule ?? systemSchedule;
  const random = deps.random ?? Math.random;
  const entries = new Map<string, Entry>();

  function notifyChange(entry: Entry): void {
    const { id } = entry.source;
    if (entries.get(id) !== entry) return;
    try {
      deps.onChange(id);
    } catch (error) {
      deps.log.error({ sourceId: id, err: error }, "a listener to source changes failed");
    }
  }

  function setState(entry: Entry, state: SourceState): void {
    if (entry.state === state) return;
    entry.state = state;
    notifyChange(entry);
  }

  /** Tells of counters and progress once a second, until the rate has fallen to zero. */
  function scheduleChangeNotification(entry: Entry): void {
    if (entry.cancelTick !== null || entry.abort.signal.aborted) return;
    entry.cancelTick = schedule(CHANGE_TICK_MS, () => {
      entry.cancelTick = null;
      notifyChange(entry);
      if (entry.activity.framesPerSecond(deps.clock.now()) > 0) scheduleChangeNotification(entry);
    });
  }

  function noteError(entry: Entry, error: unknown): void {
    entry.lastError = { sentence: errorMessageOf(error), atMs: deps.clock.now() };
  }

  /** Once for each new reason: a receiver that stays unplugged for a week must not fill the disk. */
  function logFailure(entry: Entry, { error, wasGood }: Extract<Outcome, { kind: "failed" }>, delayMs: number): void {
    const reason = errorMessageOf(error);
    const fields = { sourceId: entry.source.id, reason, delayMs };
    if (!wasGood && entry.lastError?.sentence === reason) deps.log.debug(fields, "a source failed again");
    else if (error instanceof SourceFailure) deps.log.warn(fields, "a source failed and will be tried again");
    else deps.log.error({ ...fields, err: error }, "a source failed unexpectedly and will be tried again");
  }

  function refuse(entry: Entry, reason: string, count: number): void {
    entry.activity.refused(reason, count, deps.clock.now());
    scheduleChangeNotification(entry);
  }

  async function store(entry: Entry, decoded: readonly Decoded[]): Promise<Rejections> {
    const refused = new Map<string, number>();
    if (entry.abort.signal.aborted) return refused;
    const nowMs = deps.clock.now();
    const taken: (DecodedFrame | DecodedSensor)[] = [];
    let frames = 0;
    for (const one of decoded) {
      if (one.kind === "refused") {
        const key = refusalKey(one);
        refuse(entry, key, 1);
        refused.set(key, (refused.get(key) ?? 0) + 1);
      } else {
        taken.push(one);
      }
      if (one.kind === "frame") frames += 1;
    }
    if (taken.length === 0) return refused;
    if (entry.pendingFrames > 0 && entry.pendingFrames + frames > MAX_PENDING_FRAMES) {
      refuse(entry, "overloaded", frames);
      throw new SourceFailure("More arrives than can be stored; what came last was dropped.");
    }
    entry.pendingFrames += frames;
    try {
      const later = await deps.take(entry.source, taken);
      for (const [reason, count] of later) refused.set(reason, (refused.get(reason) ?? 0) + count);
    } finally {
      entry.pendingFrames -= frames;
    }
    if (frames > 0) entry.activity.took(frames, nowMs);
    scheduleChangeNotification(entry);
    return refused;
  }

  function take(entry: Entry, decoded: readonly Decoded[]): Promise<Rejections> {
    const stored = store(entry, decoded);
    // A live source does not wait for the store: without this its failure would end the whole process.
    stored.catch((error: unknown) => {
      noteError(entry, error);
      // A flood must not fill the log as well: it is counted and shown.
      const isCounted = error instanceof SourceFailure;
      if (!isCounted)
        deps.log.error({ sourceId: entry.source.id, err: error }, "could not store what a source decoded");
      scheduleChangeNotification(entry);
    });
    return stored;
  }

  async function runOnce(entry: Entry): Promise<Outcome> {
    const { signal } = entry.abort;
    let runningSinceMs: number | null = null;
    const context: SourceContext = {
      signal,
      clock: deps.clock,
      log: deps.log,
      running() {
        if (signal.aborted) return;
        runningSinceMs ??= deps.clock.now();
        setState(entry, "running");
      },
      take: (decoded) => take(entry, decoded),
      progress(fraction) {
        if (!Number.isFinite(fraction)) return;
        entry.progress = Math.min(1, Math.max(0, fraction));
        scheduleChangeNotification(entry);
      },
    };
    try {
      entry.run ??= deps.createRun(entry.source);
      await entry.run(context);
      return { kind: "ended" };
    } catch (error) {
      const wasGood = runningSinceMs !== null && deps.clock.now() - runningSinceMs >= GOOD_RUN_MS;
      return { kind: "failed", error, wasGood };
    }
  }

  async function keepRunning(entry: Entry): Promise<void> {
    const { signal } = entry.abort;
    let failures = 0;
    while (!signal.aborted) {
      setState(entry, "starting");
      const outcome = await runOnce(entry);
      if (signal.aborted) break;
      if (outcome.kind === "ended") {
        setState(entry, "finished");
        return;
      }
      failures = outcome.wasGood ? 1 : failures + 1;
      const isLasting = outcome.error instanceof SourceFailure && outcome.error.isLasting;
      const delayMs = isLasting ? lastingDelayMs(random()) : retryDelayMs(failures, random());
      logFailure(entry, outcome, delayMs);
      noteError(entry, outcome.error);
      setState(entry, "waiting");
      await pause(schedule, delayMs, signal);
    }
  }

  /** Tells a source to end and waits for it, but not for ever: one that hangs must not hold up the station. */
  function end(entry: Entry): Promise<void> {
    entry.ended ??= endOnce(entry);
    return entry.ended;
  }

  async function endOnce(entry: Entry): Promise<void> {
    entry.abort.abort();
    entry.cancelTick?.();
    entry.cancelTick = null;
    const stopTimeout = new AbortController();
    const timedOut = pause(schedule, STOP_MS, stopTimeout.signal).then(() => {
      if (stopTimeout.signal.aborted) return;
      deps.log.warn({ sourceId: entry.source.id }, "a source did not end when told to");
    });
    await Promise.race([entry.done, timedOut]);
    stopTimeout.abort();
    setState(entry, "stopped");
  }

  function start(source: SupervisedSource): void {
    const previous = entries.get(source.id);
    const entry: Entry = {
      source,
      activity: createSourceActivity(deps.clock.now()),
      abort: new AbortController(),
      run: null,
      state: "starting",
      progress: null,
      pendingFrames: 0,
      lastError: null,
      cancelTick: null,
      done: Promise.resolve(),
      ended: null,
    };
    entries.set(source.id, entry);
    // The port or socket of the previous run has to be free before it is opened again.
    entry.done = (previous === undefined ? Promise.resolve() : end(previous)).then(() => keepRunning(entry));
    notifyChange(entry);
  }

  async function stop(sourceId: string): Promise<void> {
    const entry = entries.get(sourceId);
    if (entry !== undefined) await end(entry);
  }

  return {
    start,
    stop,
    async remove(sourceId) {
      const entry = entries.get(sourceId);
      if (entry === undefined) return;
      await end(entry);
      if (entries.get(sourceId) === entry) entries.delete(sourceId);
    },
    status(sourceId) {
      const entry = entries.get(sourceId);
      return entry === undefined ? NEVER_STARTED : statusAt(entry, deps.clock.now());
    },
    refused(sourceId, reason, count = 1) {
      const entry = entries.get(sourceId);
      if (entry !== undefined) refuse(entry, reason, count);
    },
    async close() {
      await Promise.all([...entries.values()].map(end));
    },
  };
}
