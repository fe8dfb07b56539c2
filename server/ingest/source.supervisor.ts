import type { SourceStatus } from "../contracts/sources.ts";
import { SECOND_MS, systemSchedule } from "../kernel/clock.ts";
import { createSourceChanges } from "./source.changes.ts";
import { createSourceEntry, recordError, type SourceEntry } from "./source.entry.ts";
import { createSourceIntake } from "./source.intake.ts";
import { createPortLeases, type PortLease } from "./source.port-lease.ts";
import { createSourceRunner } from "./source.runner.ts";
import { pause } from "../kernel/pause.ts";
import { NEVER_STARTED, statusAt } from "./source.status.ts";
import type { SourceSupervisorDeps, SupervisedSource } from "./source.supervisor.deps.ts";

/** Longest wait for a source to end after it was told to stop. */
const STOP_MS = 5 * SECOND_MS;
const LEASED = "The port is used for the set-up of a device; the source goes on when that is done.";

export type { SupervisedSource } from "./source.supervisor.deps.ts";

export type SourceSupervisor = {
  /** Starts a source, or restarts it with these settings. Its counters begin at zero. */
  readonly start: (source: SupervisedSource) => void;
  /** Resolves when the source has ended, or after five seconds. */
  readonly stop: (sourceId: string) => Promise<void>;
  /** Stops a source and removes its counters. */
  readonly remove: (sourceId: string) => Promise<void>;
  /** A source that was never started is `stopped` and has counted nothing. */
  readonly status: (sourceId: string) => SourceStatus;
  /** Sources that failed and are retried. */
  readonly countWaiting: () => number;
  /**
   * Makes the sources that use a serial port release it; resolves when they have. Until it is released, they and other
   * sources that are started on it wait.
   */
  readonly leasePort: (path: string) => Promise<PortLease>;
  /** Counts frames that the pipeline refused. */
  readonly refused: (sourceId: string, reason: string, count?: number) => void;
  /** Stops all sources. */
  readonly close: () => Promise<void>;
};

/**
 * Keeps the sources of a station running. A source that rejects or throws is run again after 1 s, 2 s, … 30 s with
 * jitter, from the start again after a good run; a lasting failure is tried every 30 s. No failure of a source or of
 * the store leaves this function other than through `status`.
 */
export function createSourceSupervisor(deps: SourceSupervisorDeps): SourceSupervisor {
  const schedule = deps.schedule ?? systemSchedule;
  const { clock, log } = deps;
  const entries = new Map<string, SourceEntry>();
  const leases = createPortLeases();
  const changes = createSourceChanges({
    isCurrent: (entry) => entries.get(entry.source.id) === entry,
    onChange: deps.onChange,
    schedule,
    clock,
    log,
  });
  const intake = createSourceIntake({ take: deps.take, changes, clock, log });
  const runner = createSourceRunner({
    createRun: deps.createRun,
    intake,
    changes,
    keepRaw: deps.keepRaw,
    schedule,
    random: deps.random ?? Math.random,
    clock,
    log,
  });

  /** Tells a source to end and waits for it for a limited time: one that hangs must not block the station. */
  function end(entry: SourceEntry): Promise<void> {
    entry.ended ??= endOnce(entry);
    return entry.ended;
  }

  async function endOnce(entry: SourceEntry): Promise<void> {
    entry.abort.abort();
    entry.cancelTick?.();
    entry.cancelTick = null;
    const stopTimeout = new AbortController();
    const timedOut = pause(schedule, STOP_MS, stopTimeout.signal).then(() => {
      if (stopTimeout.signal.aborted) return;
      log.warn({ sourceId: entry.source.id }, "a source did not stop in time");
    });
    await Promise.race([entry.done, timedOut]);
    stopTimeout.abort();
    changes.setState(entry, "stopped");
  }

  function showLeased(entry: SourceEntry): void {
    recordError(entry, new Error(LEASED), clock.now());
    changes.setState(entry, "waiting");
  }

  function start(source: SupervisedSource): void {
    const previous = entries.get(source.id);
    const entry = createSourceEntry(source, clock.now());
    entries.set(source.id, entry);
    leases.forget(source.id);
    if (leases.isHeldBack(source)) {
      leases.hold(source, null);
      entry.ended = previous === undefined ? Promise.resolve() : end(previous);
      showLeased(entry);
      return;
    }
    // The port or socket of the previous run has to be free before it is opened again.
    entry.done = (previous === undefined ? Promise.resolve() : end(previous)).then(() => runner.keepRunning(entry));
    changes.notifyNow(entry);
  }

  async function stop(sourceId: string): Promise<void> {
    const entry = entries.get(sourceId);
    if (entry === undefined) return;
    leases.forget(sourceId);
    await end(entry);
    changes.setState(entry, "stopped");
  }

  async function leasePort(path: string): Promise<PortLease> {
    const lease = leases.add(path, (sources) => sources.forEach(start));
    const using = [...entries.values()].filter((entry) => entry.ended === null && lease.uses(entry));
    await Promise.all(
      using.map(async (entry) => {
        leases.hold(entry.source, entry.port);
        await end(entry);
        if (entries.get(entry.source.id) === entry && leases.isWaiting(entry.source.id)) showLeased(entry);
      }),
    );
    return lease;
  }

  return {
    start,
    stop,
    async remove(sourceId) {
      const entry = entries.get(sourceId);
      if (entry === undefined) return;
      leases.forget(sourceId);
      await end(entry);
      if (entries.get(sourceId) === entry) entries.delete(sourceId);
    },
    status(sourceId) {
      const entry = entries.get(sourceId);
      return entry === undefined ? NEVER_STARTED : statusAt(entry, clock.now());
    },
    countWaiting: () => entries.values().reduce((count, { state }) => count + Number(state === "waiting"), 0),
    refused(sourceId, reason, count = 1) {
      const entry = entries.get(sourceId);
      if (entry !== undefined) intake.refuse(entry, reason, count);
    },
    leasePort,
    async close() {
      await Promise.all([...entries.values()].map(end));
    },
  };
}
