import type { Clock } from "../../kernel/clock.ts";
import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Core } from "../compose/core.ts";

const RELEASE_INTERVAL_MS = SECOND_MS;
const OPERATIONS_INTERVAL_MS = SECOND_MS / 2;
const STATISTICS_INTERVAL_MS = 2 * SECOND_MS;
const LINES_INTERVAL_MS = 10 * SECOND_MS;
const PURGE_INTERVAL_MS = HOUR_MS;
/** The line of a growing track is rebuilt at most this often. */
const MIN_LINE_UPDATE_INTERVAL_MS = 60 * SECOND_MS;

export type BackgroundJobs = { readonly stop: () => Promise<void> };

/** What has to be done again and again while a station runs. */
export function startBackgroundJobs(deps: {
  readonly core: Core;
  readonly clock: Clock;
  readonly log: Log;
  readonly publishChangedOperations: () => void;
  readonly retention: { readonly purgeIfDue: () => Promise<void>; readonly cancelPurge: () => Promise<void> };
}): BackgroundJobs {
  const { core, clock, log } = deps;
  const abort = new AbortController();
  const lines = createTrackLinesJob(core, clock);
  let linesUpdate = Promise.resolve();
  let statisticsUpdate: Promise<void> | undefined;

  const updateLines = (isLast: boolean): Promise<void> =>
    lines.update(isLast ? new AbortController().signal : abort.signal, isLast).catch((error: unknown) => {
      if (!abort.signal.aborted || isLast)
        log.warn({ err: error }, "the lines of tracks could not be brought up to date");
    });

  const updateStatistics = (): void => {
    statisticsUpdate ??= core.statistics.keeper
      .update(abort.signal)
      .catch((error: unknown) => {
        if (!abort.signal.aborted) log.warn({ err: error }, "statistics could not be brought up to date");
      })
      .finally(() => {
        statisticsUpdate = undefined;
      });
  };

  const purge = (): void => {
    deps.retention.purgeIfDue().catch((error: unknown) => log.warn({ err: error }, "what is due could not be purged"));
  };

  const timers = [
    setInterval(() => core.pipeline.tick(), RELEASE_INTERVAL_MS),
    setInterval(deps.publishChangedOperations, OPERATIONS_INTERVAL_MS),
    setInterval(() => {
      linesUpdate = linesUpdate.then(() => updateLines(false));
    }, LINES_INTERVAL_MS),
    setInterval(updateStatistics, STATISTICS_INTERVAL_MS),
    setInterval(purge, PURGE_INTERVAL_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      abort.abort();
      await deps.retention.cancelPurge();
      await linesUpdate;
      await statisticsUpdate;
      await updateLines(true);
    },
  };
}

/** Brings the lines of grown tracks up to date, each at most once a minute; first those that a crash left behind. */
export function createTrackLinesJob(core: Core, clock: Clock) {
  const waiting = new Set<number>(core.telemetry.findUnfinishedLines());
  const updatedMs = new Map<number, number>();
  return {
    async update(signal: AbortSignal, isLast: boolean): Promise<void> {
      for (const track of core.recorder.drainGrownTracks()) waiting.add(track);
      const nowMs = clock.now();
      for (const [track, at] of updatedMs)
        if (nowMs - at > MIN_LINE_UPDATE_INTERVAL_MS && !waiting.has(track)) updatedMs.delete(track);
      for (const track of waiting) {
        if (!isLast && nowMs - (updatedMs.get(track) ?? -Infinity) < MIN_LINE_UPDATE_INTERVAL_MS) continue;
        waiting.delete(track);
        await core.telemetry.updateLine(track, signal);
        updatedMs.set(track, nowMs);
        await yieldToEventLoop(signal);
      }
    },
  };
}
