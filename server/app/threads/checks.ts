import { join } from "node:path";
import type { BackgroundJob } from "../../kernel/background-job.ts";
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { answerOf, createRunningThreads, threadEntry } from "../../kernel/thread.ts";
import { isBackupFailure } from "../../storage/backup.ts";
import { DATABASE_FILE } from "../../storage/database-file.ts";
import { type CheckDepth, type CheckHistory, readCheckHistory, saveCheckHistory } from "../../storage/integrity.ts";
import { isDamage } from "../../storage/refused-writes.ts";
import { SqliteThread } from "../../storage/sqlite-thread.ts";

export type CheckThreadData = { readonly databasePath: string; readonly depth: CheckDepth };

/** What is known about the recording. */
export type Integrity = {
  /** What was found wrong; null where nothing is. */
  readonly damage: string | null;
  /** When the last check ended, Unix milliseconds; null before the first one of this run. */
  readonly checkedMs: number | null;
  readonly depth: CheckDepth | null;
  /** When a full check last found nothing, Unix milliseconds; null if there was none. */
  readonly fullMs: number | null;
};

export type Checks = {
  readonly state: () => Integrity;
  /** Checks the recording on a thread; a call while one of that depth runs waits for that. */
  readonly run: (depth: CheckDepth) => Promise<Integrity>;
  /** Call with errors: one that comes from a damaged page or segment starts the checks that find it. */
  readonly notice: (error: unknown) => void;
  /** Starts the check after an unclean end, if there was one. Does not wait for it. */
  readonly start: () => void;
  readonly backgroundJobs: readonly BackgroundJob[];
  readonly close: () => Promise<void>;
};

const FULL_EVERY_MS = 7 * 24 * HOUR_MS;
/** After checks that an error started and that found nothing: the same error may come with every request. */
const SEARCH_REST_MS = 10 * MINUTE_MS;
/**
 * After a full check that a failed backup started and that found nothing, a failure for the same reason starts quick
 * ones only: a backup to a bad disk fails every hour, and a full check reads the whole recording.
 */
const SAME_REASON_REST_MS = DAY_MS;
const ENTRY = threadEntry(import.meta.dirname, "check");

/** Checks the recording: after an unclean end, once a week, and on request. A damaged one accepts no more writes. */
export function createChecks(deps: {
  readonly dataDir: string;
  readonly needsCheck: boolean;
  /** Whether writes fail from now on. */
  readonly setReadOnly: (isReadOnly: boolean) => void;
  readonly clock: Clock;
  readonly log: Log;
}): Checks {
  const { dataDir, clock, log } = deps;
  const databasePath = join(dataDir, DATABASE_FILE);
  const remembered = readCheckHistory(dataDir);
  let state: Integrity = { ...remembered, checkedMs: null, depth: null };
  const running = new Map<CheckDepth, Promise<Integrity>>();
  const threads = createRunningThreads();
  let isSearching = false;
  let isClosed = false;
  let searchedMs = -Infinity;
  const fruitless = createFruitlessReasons(clock);

  function look(depth: CheckDepth): Promise<readonly string[]> {
    const workerData: CheckThreadData = { databasePath, depth };
    const thread = new SqliteThread(ENTRY, { workerData, name: "check" });
    threads.add(thread);
    return answerOf(thread, "The check was ended.");
  }

  async function check(depth: CheckDepth): Promise<Integrity> {
    const found = await look(depth);
    const checkedMs = clock.now();
    const wasDamaged = state.damage !== null;
    // A quick check may not find what a full one found.
    const damage = found.length > 0 ? found.join("; ") : depth === "full" ? null : state.damage;
    const fullMs = damage === null && depth === "full" ? checkedMs : state.fullMs;
    state = { damage, checkedMs, depth, fullMs };
    if (wasDamaged !== (damage !== null)) deps.setReadOnly(damage !== null);
    if (!wasDamaged && damage !== null) log.error({ damage }, "the recording is damaged; nothing new is stored");
    remember({ fullMs, damage });
    return state;
  }

  /** The result is known even if it cannot be stored; a full disk is no fault of the recording. */
  function remember(history: CheckHistory): void {
    try {
      saveCheckHistory(dataDir, history);
    } catch (error) {
      log.warn({ err: error }, "the result of a check of the recording could not be stored");
    }
  }

  function run(depth: CheckDepth): Promise<Integrity> {
    const same = running.get(depth);
    if (same !== undefined) return same;
    const started = check(depth).finally(() => running.delete(depth));
    running.set(depth, started);
    return started;
  }

  const watch = (checking: Promise<unknown>) =>
    void checking.catch((error: unknown) => log.warn({ err: error }, "the recording could not be checked"));

  /** A quick check finds damaged pages soon; only a full one sees segments, and indexes that differ from their tables. */
  async function searchDamage(reason: string | undefined): Promise<void> {
    isSearching = true;
    try {
      const quick = await run("quick");
      if (quick.damage !== null || fruitless.has(reason)) return;
      const full = await run("full");
      if (full.damage === null) fruitless.add(reason);
    } finally {
      isSearching = false;
      searchedMs = clock.now();
    }
  }

  return {
    state: () => state,
    run,
    notice(error) {
      if (isClosed || !isDamage(error) || state.damage !== null || isSearching) return;
      const agoMs = clock.now() - searchedMs;
      // A time in the future comes from a clock that was wrong.
      if (agoMs < 0 || agoMs >= SEARCH_REST_MS)
        watch(searchDamage(isBackupFailure(error) ? reasonOf(error) : undefined));
    },
    start() {
      if (state.damage !== null) {
        // Nothing is added to a file that was damaged at the last check, until another check finds no damage.
        deps.setReadOnly(true);
        watch(run("full"));
      } else if (deps.needsCheck) watch(run("quick"));
    },
    backgroundJobs: [
      {
        intervalMs: HOUR_MS,
        failure: "the recording could not be checked",
        async run(signal) {
          const agoMs = clock.now() - (state.fullMs ?? -Infinity);
          // A time in the future comes from a clock that was wrong.
          if (state.damage !== null || (agoMs >= 0 && agoMs < FULL_EVERY_MS)) return;
          if (!signal.aborted) await run("full");
        },
        cancel: threads.terminate,
      },
    ],
    close() {
      // What meets damage while the station stops is found at the next start, which checks it.
      isClosed = true;
      return threads.terminate();
    },
  };
}

/** The reasons of failed backups for which a full check was started within a day and found nothing. */
function createFruitlessReasons(clock: Clock) {
  const checkedMs = new Map<string, number>();
  return {
    add(reason: string | undefined): void {
      if (reason !== undefined) checkedMs.set(reason, clock.now());
    },
    has(reason: string | undefined): boolean {
      for (const [known, ms] of checkedMs) {
        const agoMs = clock.now() - ms;
        // A time in the future comes from a clock that was wrong.
        if (agoMs < 0 || agoMs >= SAME_REASON_REST_MS) checkedMs.delete(known);
      }
      return reason !== undefined && checkedMs.has(reason);
    },
  };
}

/** The reason of a failed backup, the same whatever its file and its numbers are. */
function reasonOf({ message }: Error): string {
  return message.replaceAll(/\S*[/\\]\S*/g, "").replaceAll(/\d+/g, "0");
}
