import { setTimeout as pause } from "node:timers/promises";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Clock } from "../../kernel/clock.ts";
import { yieldToOthers } from "../../storage/sliced.ts";
import type { StatisticsService } from "./statistics.service.ts";
import type { StatisticsStore } from "./statistics.store.ts";

/** The figures of a flight in the air are computed ahead of being asked for at most this often. */
const REST_MS = MINUTE_MS;
/** Nobody waits for it: of the time it takes, this many times as much is left to others. */
const IDLE_RATIO = 9;
const FRAGMENTS_PER_SWEEP = 20;

/** Computes figures before somebody asks for them, so that an answer finds them current. */
export type StatisticsKeeper = {
  /** A suboperation gained records. */
  readonly note: (fragment: number) => void;
  /** Computes what is due; first what an earlier run of the station has left behind. */
  readonly update: (signal: AbortSignal) => Promise<void>;
};

export function createStatisticsKeeper(
  service: Pick<StatisticsService, "refresh">,
  store: Pick<StatisticsStore, "listFragmentsAfter" | "listCompanies">,
  clock: Clock,
): StatisticsKeeper {
  const waiting = new Set<number>();
  const updatedMs = new Map<number, number>();
  let sweptTo: number | undefined = 0;

  async function refresh(fragments: readonly number[], signal: AbortSignal): Promise<void> {
    const startedMs = performance.now();
    const wholes = store.listCompanies(fragments).filter(({ length }) => length > 1);
    for (const set of [...fragments.map((fragment) => [fragment]), ...wholes]) {
      signal.throwIfAborted();
      await service.refresh(set);
    }
    const tookMs = performance.now() - startedMs;
    if (tookMs < 1) await yieldToOthers(signal);
    else await pause(tookMs * IDLE_RATIO, undefined, { signal });
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    while (sweptTo !== undefined) {
      const fragments = store.listFragmentsAfter(sweptTo, FRAGMENTS_PER_SWEEP);
      await refresh(fragments, signal);
      sweptTo = fragments.at(-1);
    }
  }

  return {
    note: (fragment) => void waiting.add(fragment),
    async update(signal) {
      await sweep(signal);
      const nowMs = clock.now();
      for (const [fragment, atMs] of updatedMs) if (nowMs - atMs >= REST_MS) updatedMs.delete(fragment);
      for (const fragment of waiting) {
        if (updatedMs.has(fragment)) continue;
        waiting.delete(fragment);
        updatedMs.set(fragment, nowMs);
        await refresh([fragment], signal);
      }
    },
  };
}
