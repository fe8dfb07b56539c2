import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Clock } from "../../kernel/clock.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { StatisticsService } from "./statistics.service.ts";
import type { StatisticsStore } from "./statistics.store.ts";

/** Minimum time between two background computations for an ongoing operation. */
const MIN_INTERVAL_MS = MINUTE_MS;
/** Pause after each computation as a multiple of its duration, because no caller waits for it. */
const IDLE_RATIO = 9;
const SUBOPERATIONS_PER_SWEEP = 20;

/**
 * Computes statistics in the background, so that requests find them current. An operation that gained records since the
 * last run waits for the next one, at most a minute: during an import they would be computed several times for nothing.
 */
export type StatisticsJob = {
  /** Records that a suboperation gained records, so that its statistics are due. */
  readonly note: (suboperation: number) => void;
  /** Computes what is due, starting with what an earlier run of the station left unfinished. */
  readonly update: (signal: AbortSignal) => Promise<void>;
};

export function createStatisticsJob(
  service: Pick<StatisticsService, "refresh">,
  store: Pick<StatisticsStore, "listSuboperationsAfter" | "listGroupsByOperation">,
  clock: Clock,
): StatisticsJob {
  const waiting = new Map<number, { readonly sinceMs: number; isGrowing: boolean }>();
  const updatedMs = new Map<number, number>();
  let sweptTo: number | undefined = 0;

  async function refresh(suboperations: readonly number[], signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    const operationGroups = store.listGroupsByOperation(suboperations).filter(({ length }) => length > 1);
    for (const set of [...suboperations.map((suboperation) => [suboperation]), ...operationGroups]) {
      signal.throwIfAborted();
      await service.refresh(set);
    }
    const tookMs = performance.now() - startedMs;
    if (tookMs < 1) await yieldToEventLoop(signal);
    else await pause(tookMs * IDLE_RATIO, undefined, { signal });
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    while (sweptTo !== undefined) {
      const suboperations = store.listSuboperationsAfter(sweptTo, SUBOPERATIONS_PER_SWEEP);
      await refresh(
        suboperations.filter((suboperation) => !waiting.has(suboperation)),
        signal,
      );
      sweptTo = suboperations.at(-1);
    }
  }

  return {
    note(suboperation) {
      const known = waiting.get(suboperation);
      if (known === undefined) waiting.set(suboperation, { sinceMs: clock.now(), isGrowing: true });
      else known.isGrowing = true;
    },
    async update(signal) {
      await sweep(signal);
      const nowMs = clock.now();
      for (const [suboperation, atMs] of updatedMs) if (nowMs - atMs >= MIN_INTERVAL_MS) updatedMs.delete(suboperation);
      for (const [suboperation, state] of waiting) {
        if (updatedMs.has(suboperation)) continue;
        if (state.isGrowing && nowMs - state.sinceMs < MIN_INTERVAL_MS) {
          state.isGrowing = false;
          continue;
        }
        waiting.delete(suboperation);
        updatedMs.set(suboperation, nowMs);
        await refresh([suboperation], signal);
      }
    },
  };
}
