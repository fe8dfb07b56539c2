import { SECOND_MS } from "../../kernel/clock.ts";
import { isDiskFull } from "../../storage/disk-full.ts";
import type { GroupCommit } from "../../storage/group-commit.ts";
import { createGroupCommit } from "../../storage/group-commit.ts";
import { createReadCache } from "../../storage/read-cache.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { StatisticsLimits } from "./statistics.rules.ts";
import { isWithinLimits } from "./statistics.rules.ts";
import type { StatisticsDeps } from "./statistics.deps.ts";
import { createRefresh } from "./statistics.refresh.ts";
import type { StatisticsStore, StoredStatistics } from "./statistics.store.ts";
import { keyOf, inputVersionOf } from "./statistics.store.ts";

/** Statistics can be recomputed, so they need not be written immediately and can share a transaction. */
const MAX_WAIT_MS = SECOND_MS;
/**
 * How long a response waits for statistics to become current. Most do within this time; without it an ongoing operation
 * would never have current statistics, because there is more telemetry by the next request.
 */
export const MAX_RESPONSE_WAIT_MS = 200;
/** Sets to check before yielding to the event loop; each reads a few rows. */
const SETS_PER_TURN = 50;
/** Lists whose distances are cached until something is written. */
const MAX_KEPT_PAGES = 100;

export type StatisticsService = {
  /** The stored statistics of some suboperations, and whether they are current. */
  readonly find: (suboperations: readonly number[]) => {
    readonly stored: StoredStatistics | undefined;
    readonly isCurrent: boolean;
  };
  /** Computes statistics, unless they are current. */
  readonly refresh: (suboperations: readonly number[]) => Promise<void>;
  /** The given sets of suboperations whose current statistics are within the limits, in the same order. */
  readonly filterWithinLimits: <S extends { readonly suboperations: readonly number[] }>(
    sets: readonly S[],
    limits: StatisticsLimits,
    signal: AbortSignal,
  ) => Promise<readonly S[]>;
  /**
   * The greatest distance to the operator of each set, rounded to millimetres; `null` where there is none. `undefined`
   * where it is not determined: the set has no warning and no distance beyond the limit is stored for it, or the
   * computation takes longer than a caller waits.
   */
  readonly findOperatorDistances: (
    sets: readonly { readonly suboperations: readonly number[]; readonly isWarned: boolean }[],
    limitM: number,
  ) => Promise<readonly (number | null | undefined)[]>;
  /** Stops computations and writes pending statistics. */
  readonly close: () => Promise<void>;
};

export function createStatisticsService(deps: StatisticsDeps, store: StatisticsStore): StatisticsService {
  const compute = createRefresh(deps, store);
  const keepFar = createReadCache<ReadonlySet<string>>(deps.writer, MAX_KEPT_PAGES);
  const abort = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Computed but not on disk yet. */
  const unsaved = new Map<string, StoredStatistics>();
  const commits: GroupCommit<StoredStatistics> = createGroupCommit<StoredStatistics>({
    writer: deps.writer,
    apply(all) {
      for (const one of all) store.save(one);
      return () => {
        for (const one of all) if (unsaved.get(one.key) === one) unsaved.delete(one.key);
      };
    },
    maxWaitMs: MAX_WAIT_MS,
    onError(error, lost) {
      if (isDiskFull(error)) deps.log.warn({ lost }, "statistics wait until the disk has room");
      else deps.log.error({ err: error, lost }, "statistics could not be written");
    },
  });

  function listKnown(keys: readonly string[]): ReadonlyMap<string, StoredStatistics> {
    const known = new Map(store.listStored(keys).map((one) => [one.key, one]));
    for (const key of keys) {
      const newer = unsaved.get(key);
      if (newer !== undefined) known.set(key, newer);
    }
    return known;
  }

  function find(suboperations: readonly number[]) {
    const key = keyOf(suboperations);
    const stored = listKnown([key]).get(key);
    return {
      stored,
      isCurrent: stored !== undefined && stored.inputVersion === inputVersionOf(store.listInputs(suboperations)),
    };
  }

  function refresh(suboperations: readonly number[]): Promise<void> {
    const key = keyOf(suboperations);
    let run = running.get(key);
    if (run === undefined) {
      run = computeOne(suboperations).finally(() => running.delete(key));
      running.set(key, run);
    }
    return run;
  }

  async function computeOne(suboperations: readonly number[]): Promise<void> {
    const { stored, isCurrent } = find(suboperations);
    if (isCurrent) return;
    const fresh = await compute(suboperations, stored, abort.signal);
    if (fresh === undefined || abort.signal.aborted) return;
    unsaved.set(fresh.key, fresh);
    commits.add(fresh);
  }

  return {
    find,
    refresh,
    async filterWithinLimits(sets, limits, signal) {
      const matching: (typeof sets)[number][] = [];
      for (let from = 0; from < sets.length; from += SETS_PER_TURN) {
        const some = sets.slice(from, from + SETS_PER_TURN);
        const keys = some.map(({ suboperations }) => keyOf(suboperations));
        const inputs = new Map(
          store.listInputs(some.flatMap(({ suboperations }) => suboperations)).map((one) => [one.id, one]),
        );
        const known = listKnown(keys);
        for (const [index, set] of some.entries()) {
          const key = keys[index]!;
          const input = set.suboperations.flatMap((id) => inputs.get(id) ?? []);
          let stored = known.get(key);
          if (stored?.inputVersion !== inputVersionOf(input)) {
            await refresh(set.suboperations);
            signal.throwIfAborted();
            stored = find(set.suboperations).stored;
          }
          if (stored !== undefined && isWithinLimits(stored.statistics, limits)) matching.push(set);
        }
        await yieldToEventLoop(signal);
      }
      return matching;
    },
    async findOperatorDistances(sets, limitM) {
      const keys = sets.map(({ suboperations }) => keyOf(suboperations));
      const far = keepFar(`${limitM} ${keys.join(" ")}`, () => new Set(store.listKeysBeyond(keys, limitM)));
      const isInQuestion = (index: number) => {
        const newer = unsaved.get(keys[index]!)?.statistics.operatorM?.[1];
        return sets[index]!.isWarned || (newer === undefined ? far.has(keys[index]!) : newer > limitM);
      };
      const asked = sets.filter((_, index) => isInQuestion(index));
      if (asked.length === 0) return sets.map(() => undefined);
      await soon(Promise.all(asked.map(({ suboperations }) => refresh(suboperations))));
      return sets.map(({ suboperations }, index) => {
        if (!isInQuestion(index)) return undefined;
        const { stored, isCurrent } = find(suboperations);
        return isCurrent ? roundedM(stored!.statistics.operatorM?.[1] ?? null) : undefined;
      });
    },
    async close() {
      abort.abort();
      await Promise.allSettled(running.values());
      await commits.close();
    },
  };
}

/** Waits for a computation as long as a response can wait; the computation continues in any case. */
async function soon(computed: Promise<unknown>): Promise<void> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_RESPONSE_WAIT_MS);
  // Failed statistics are not current, and are computed again at the next request.
  await Promise.race([computed.catch(() => undefined), patience]);
  clearTimeout(timer);
}

/** Rounds to millimetres, because positions have centimetre resolution. */
export function roundedM(metres: number | null): number | null {
  return metres === null ? null : Math.round(metres * 1000) / 1000;
}
