import { SECOND_MS } from "../../kernel/clock.ts";
import type { GroupCommit } from "../../storage/group-commit.ts";
import { createGroupCommit } from "../../storage/group-commit.ts";
import { yieldToOthers } from "../../storage/sliced.ts";
import type { FigureLimits } from "./figures.rules.ts";
import { isWithinLimits } from "./figures.rules.ts";
import type { StatisticsDeps } from "./statistics.deps.ts";
import { createRefresh } from "./statistics.refresh.ts";
import type { StatisticsStore, Stored } from "./statistics.store.ts";
import { keyOf, stampOf } from "./statistics.store.ts";

/** Figures can be computed anew: they need not be on disk at once, and share a transaction with others. */
const LONGEST_WAIT_MS = SECOND_MS;
/** Sets that are judged before the event loop turns: each costs some rows. */
const SETS_PER_TURN = 50;

export type StatisticsService = {
  /** What is known of some suboperations, and whether that is current. */
  readonly find: (fragments: readonly number[]) => { readonly stored: Stored | undefined; readonly isCurrent: boolean };
  /** Computes figures, unless they are current. */
  readonly refresh: (fragments: readonly number[]) => Promise<void>;
  /** Those of some sets of suboperations that lie within limits, in their order, judged by current figures. */
  readonly keepWithin: <S extends { readonly fragments: readonly number[] }>(
    sets: readonly S[],
    limits: FigureLimits,
    signal: AbortSignal,
  ) => Promise<readonly S[]>;
  /** Ends computations and writes what waits. */
  readonly close: () => Promise<void>;
};

export function createStatisticsService(deps: StatisticsDeps, store: StatisticsStore): StatisticsService {
  const compute = createRefresh(deps, store);
  const abort = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Computed, and not on disk yet. */
  const unsaved = new Map<string, Stored>();
  const commits: GroupCommit<Stored> = createGroupCommit<Stored>({
    writer: deps.writer,
    apply(all) {
      for (const one of all) store.save(one);
      return () => {
        for (const one of all) if (unsaved.get(one.key) === one) unsaved.delete(one.key);
      };
    },
    longestWaitMs: LONGEST_WAIT_MS,
    onError: (error, lost) => deps.log.error({ err: error, lost }, "statistics could not be written"),
  });

  function listKnown(keys: readonly string[]): ReadonlyMap<string, Stored> {
    const known = new Map(store.listStored(keys).map((one) => [one.key, one]));
    for (const key of keys) {
      const newer = unsaved.get(key);
      if (newer !== undefined) known.set(key, newer);
    }
    return known;
  }

  function find(fragments: readonly number[]) {
    const key = keyOf(fragments);
    const stored = listKnown([key]).get(key);
    return { stored, isCurrent: stored !== undefined && stored.stamp === stampOf(store.listBases(fragments)) };
  }

  function refresh(fragments: readonly number[]): Promise<void> {
    const key = keyOf(fragments);
    let run = running.get(key);
    if (run === undefined) {
      run = computeOne(fragments).finally(() => running.delete(key));
      running.set(key, run);
    }
    return run;
  }

  async function computeOne(fragments: readonly number[]): Promise<void> {
    const { stored, isCurrent } = find(fragments);
    if (isCurrent) return;
    const fresh = await compute(fragments, stored, abort.signal);
    if (fresh === undefined || abort.signal.aborted) return;
    unsaved.set(fresh.key, fresh);
    commits.add(fresh);
  }

  return {
    find,
    refresh,
    async keepWithin(sets, limits, signal) {
      const kept: (typeof sets)[number][] = [];
      for (let from = 0; from < sets.length; from += SETS_PER_TURN) {
        const some = sets.slice(from, from + SETS_PER_TURN);
        const keys = some.map(({ fragments }) => keyOf(fragments));
        const bases = new Map(store.listBases(some.flatMap(({ fragments }) => fragments)).map((one) => [one.id, one]));
        const known = listKnown(keys);
        for (const [index, set] of some.entries()) {
          const key = keys[index]!;
          const basis = set.fragments.flatMap((id) => bases.get(id) ?? []);
          let stored = known.get(key);
          if (stored?.stamp !== stampOf(basis)) {
            await refresh(set.fragments);
            signal.throwIfAborted();
            stored = find(set.fragments).stored;
          }
          if (stored !== undefined && isWithinLimits(stored.figures, limits)) kept.push(set);
        }
        await yieldToOthers(signal);
      }
      return kept;
    },
    async close() {
      abort.abort();
      await Promise.allSettled(running.values());
      await commits.close();
    },
  };
}
