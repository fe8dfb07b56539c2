import { type FailedRun, runWithBackOff } from "../kernel/back-off.ts";
import type { Clock, Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { SourceChanges } from "./source.changes.ts";
import { recordError, type SourceEntry } from "./source.entry.ts";
import { errorMessageOf, SourceFailure } from "./source.failure.ts";
import type { SourceIntake } from "./source.intake.ts";
import type { SourceSupervisorDeps } from "./source.supervisor.deps.ts";

/** Runs a source until it ends or is stopped; after a failure it runs again, with back-off. */
export function createSourceRunner(deps: {
  readonly createRun: SourceSupervisorDeps["createRun"];
  readonly intake: Pick<SourceIntake, "take">;
  readonly changes: SourceChanges;
  readonly keepRaw: SourceSupervisorDeps["keepRaw"];
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}) {
  /** Warns only once per reason: a receiver that stays unplugged for a week must not fill the disk with log lines. */
  function noteFailure(entry: SourceEntry, { error, wasGood, delayMs }: FailedRun): void {
    const reason = errorMessageOf(error);
    const fields = { sourceId: entry.source.id, reason, delayMs };
    if (!wasGood && entry.lastError?.sentence === reason) deps.log.debug(fields, "a source failed again");
    else if (error instanceof SourceFailure) deps.log.warn(fields, "a source failed and will be tried again");
    else deps.log.error({ ...fields, err: error }, "a source failed unexpectedly and will be tried again");
    recordError(entry, error, deps.clock.now());
  }

  async function runOnce(entry: SourceEntry, onRunning: () => void): Promise<void> {
    entry.run ??= deps.createRun(entry.source);
    await entry.run({
      signal: entry.abort.signal,
      clock: deps.clock,
      log: deps.log,
      running: onRunning,
      usesPort: (path) => void (entry.port = path),
      take: (decoded) => deps.intake.take(entry, decoded),
      keepRaw: (received, sender) => deps.keepRaw?.(entry.source.id, received, sender ?? null),
      progress(fraction) {
        if (!Number.isFinite(fraction)) return;
        entry.progress = Math.min(1, Math.max(0, fraction));
        deps.changes.notifySoon(entry);
      },
    });
  }

  return {
    async keepRunning(entry: SourceEntry): Promise<void> {
      const { signal } = entry.abort;
      await runWithBackOff(
        {
          signal,
          run: (onRunning) => runOnce(entry, onRunning),
          setState: (state) => deps.changes.setState(entry, state),
          onFailure: (failure) => noteFailure(entry, failure),
        },
        deps,
      );
      if (!signal.aborted) deps.changes.setState(entry, "finished");
    },
  };
}
