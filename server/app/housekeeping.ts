import type { Clock } from "../kernel/clock.ts";
import { HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { yieldToOthers } from "../storage/sliced.ts";
import type { Core } from "./core.ts";

const RELEASE_MS = SECOND_MS;
const OPERATIONS_MS = SECOND_MS / 2;
const STATISTICS_MS = 2 * SECOND_MS;
const LINES_MS = 10 * SECOND_MS;
const PURGE_MS = HOUR_MS;
/** The line of a growing track is rebuilt at most this often. */
const LINE_REST_MS = 60 * SECOND_MS;

export type Housekeeping = { readonly stop: () => Promise<void> };

/** What has to be done again and again while a station runs. */
export function startHousekeeping(deps: {
  readonly core: Core;
  readonly clock: Clock;
  readonly log: Log;
  readonly publishChangedOperations: () => void;
  readonly retention: { readonly purgeIfDue: () => Promise<void>; readonly cancelPurge: () => Promise<void> };
}): Housekeeping {
  const { core, clock, log } = deps;
  const abort = new AbortController();
  const lines = createLineKeeper(core, clock);
  let updating = Promise.resolve();
  let keeping: Promise<void> | undefined;

  const updateLines = (isLast: boolean): Promise<void> =>
    lines.update(isLast ? new AbortController().signal : abort.signal, isLast).catch((error: unknown) => {
      if (!abort.signal.aborted || isLast)
        log.warn({ err: error }, "the lines of tracks could not be brought up to date");
    });

  const keepStatistics = (): void => {
    keeping ??= core.statistics.keeper
      .update(abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) log.warn({ err: error }, "statistics could not be brought up to date");
      })
      .finally(() => {
        keeping = undefined;
      });
  };

  const purge = (): void => {
    deps.retention.purgeIfDue().catch((error: unknown) => log.warn({ err: error }, "what is due could not be purged"));
  };

  const timers = [
    setInterval(() => core.pipeline.tick(), RELEASE_MS),
    setInterval(deps.publishChangedOperations, OPERATIONS_MS),
    setInterval(() => {
      updating = updating.then(() => updateLines(false));
    }, LINES_MS),
    setInterval(keepStatistics, STATISTICS_MS),
    setInterval(purge, PURGE_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      abort.abort();
      await deps.retention.cancelPurge();
      await updating;
      await keeping;
      await updateLines(true);
    },
  };
}

/** Brings the lines of grown tracks up to date, each at most once a minute; first those that a crash left behind. */
export function createLineKeeper(core: Core, clock: Clock) {
  const waiting = new Set<number>(core.telemetry.findUnfinishedLines());
  const updatedMs = new Map<number, number>();
  return {
    async update(signal: AbortSignal, isLast: boolean): Promise<void> {
      for (const track of core.recorder.drainGrown()) waiting.add(track);
      const nowMs = clock.now();
      for (const [track, at] of updatedMs)
        if (nowMs - at > LINE_REST_MS && !waiting.has(track)) updatedMs.delete(track);
      for (const track of waiting) {
        if (!isLast && nowMs - (updatedMs.get(track) ?? -Infinity) < LINE_REST_MS) continue;
        waiting.delete(track);
        await core.telemetry.updateLine(track, signal);
        updatedMs.set(track, nowMs);
        await yieldToOthers(signal);
      }
    },
  };
}
