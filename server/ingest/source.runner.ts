import type { Clock, Schedule } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { GOOD_RUN_MS, lastingDelayMs, retryDelayMs } from "../kernel/back-off.ts";
import type { SourceChanges } from "./source.changes.ts";
import { recordError, type SourceEntry } from "./source.entry.ts";
import { errorMessageOf, SourceFailure } from "./source.failure.ts";
import type { SourceIntake } from "./source.intake.ts";
import { pause } from "../kernel/pause.ts";
import type { SourceSupervisorDeps } from "./source.supervisor.deps.ts";
import type { SourceContext } from "./source.ts";

type Outcome =
  | { readonly kind: "ended" }
  | { readonly kind: "failed"; readonly error: unknown; readonly wasGood: boolean };

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
  function logFailure(
    entry: SourceEntry,
    { error, wasGood }: Extract<Outcome, { kind: "failed" }>,
    delayMs: number,
  ): void {
    const reason = errorMessageOf(error);
    const fields = { sourceId: entry.source.id, reason, delayMs };
    if (!wasGood && entry.lastError?.sentence === reason) deps.log.debug(fields, "a source failed again");
    else if (error instanceof SourceFailure) deps.log.warn(fields, "a source failed and will be tried again");
    else deps.log.error({ ...fields, err: error }, "a source failed unexpectedly and will be tried again");
  }

  async function runOnce(entry: SourceEntry): Promise<Outcome> {
    const { signal } = entry.abort;
    let runningSinceMs: number | null = null;
    const context: SourceContext = {
      signal,
      clock: deps.clock,
      log: deps.log,
      running() {
        if (signal.aborted) return;
        runningSinceMs ??= deps.clock.now();
        deps.changes.setState(entry, "running");
      },
      usesPort: (path) => void (entry.port = path),
      take: (decoded) => deps.intake.take(entry, decoded),
      keepRaw: (received, sender) => deps.keepRaw?.(entry.source.id, received, sender ?? null),
      progress(fraction) {
        if (!Number.isFinite(fraction)) return;
        entry.progress = Math.min(1, Math.max(0, fraction));
        deps.changes.notifySoon(entry);
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

  async function keepRunning(entry: SourceEntry): Promise<void> {
    const { signal } = entry.abort;
    let failures = 0;
    while (!signal.aborted) {
      deps.changes.setState(entry, "starting");
      const outcome = await runOnce(entry);
      if (signal.aborted) break;
      if (outcome.kind === "ended") {
        deps.changes.setState(entry, "finished");
        return;
      }
      failures = outcome.wasGood ? 1 : failures + 1;
      const isLasting = outcome.error instanceof SourceFailure && outcome.error.isLasting;
      const delayMs = isLasting ? lastingDelayMs(deps.random()) : retryDelayMs(failures, deps.random());
      logFailure(entry, outcome, delayMs);
      recordError(entry, outcome.error, deps.clock.now());
      deps.changes.setState(entry, "waiting");
      await pause(deps.schedule, delayMs, signal);
    }
  }

  return { keepRunning };
}
