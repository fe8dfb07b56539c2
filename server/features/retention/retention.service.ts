import type { ClockJump, PurgeRun, RetentionPolicy, RetentionState } from "../../contracts/retention.ts";
import { isoFromMs, MINUTE_MS, SECOND_MS, isoOrNull } from "../../kernel/clock.ts";
import { type AgeClock, TRUST_AFTER_MS } from "../../storage/age-clock.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { EndedOperation, RetentionDeps } from "./retention.deps.ts";
import { partition, purge } from "./retention.purge.ts";
import { ageLimitMs, estimateRecordBytes, excessBytes, graceEndMs, isDiskLow } from "./retention.rules.ts";
import type { RetentionStore, Run } from "./retention.store.ts";

const OPERATIONS_PER_LOOK = 100;
/** Maximum number of operations and of deleted suboperations that the preview counts. */
const MAX_COUNTED = 5000;
/** The records of a large recording are not counted more often, however often its state is requested. */
const COUNTED_FOR_MS = MINUTE_MS;

export type RetentionService = {
  readonly getState: () => Promise<RetentionState>;
  readonly savePolicy: (policy: RetentionPolicy) => void;
  /**
   * Starts a purge that a person has requested, or returns the running one; `instead` overrides the policy for this
   * run. The request confirms the station's clock.
   */
  readonly startPurge: (instead?: Partial<RetentionPolicy>) => PurgeRun;
  /** Cancels the running purge and resolves when it has stopped. */
  readonly cancelPurge: () => Promise<void>;
  /** Starts a purge if something is due, and resolves when it has finished. */
  readonly purgeIfDue: () => Promise<void>;
  /** Resolves with the running or last purge when it has finished. */
  readonly finished: () => Promise<PurgeRun | null>;
};

type Preview = RetentionState["next_purge"];

export function createRetentionService(deps: RetentionDeps, store: RetentionStore): RetentionService {
  const { clock, log } = deps;
  let running: { readonly run: Run; readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  const recordBytes = createRecordBytes(deps);

  function start(instead: Partial<RetentionPolicy> = {}): Run {
    if (running !== undefined) return running.run;
    const run: Run = {
      startedMs: clock.now(),
      finishedMs: null,
      outcome: null,
      removed: { operations: 0, suboperations: 0, records: 0 },
      freedBytes: 0,
    };
    const abort = new AbortController();
    const ended = purge(deps, store, { policy: { ...store.getPolicy(), ...instead }, run, signal: abort.signal })
      .then(
        () => void (run.outcome = "finished"),
        (error: unknown) => {
          run.outcome = abort.signal.aborted ? "cancelled" : "failed";
          if (run.outcome === "failed")
            log.error({ err: error }, "the purge failed; it will be retried within the hour");
        },
      )
      .then(() => {
        run.finishedMs = clock.now();
        running = undefined;
        store.saveRun(run);
        if (run.removed.suboperations > 0) log.info({ ...run.removed }, "the purge removed what was due");
      });
    running = { run, abort, ended };
    return run;
  }

  /** What would be purged if ages were judged by a time, Unix milliseconds. */
  async function preview(ageTimeMs: number): Promise<Preview> {
    const policy = store.getPolicy();
    const removed = deps.operations.listDeleted(graceEndMs(policy, ageTimeMs), MAX_COUNTED);
    const found = {
      operations: new Set(removed.map(({ operation }) => operation)).size,
      suboperations: removed.length,
      records: removed.reduce((sum, { records }) => sum + records, 0),
      kept_operations: 0,
      is_complete: removed.length < MAX_COUNTED,
    };
    const limitMs = ageLimitMs(policy, ageTimeMs) ?? -Infinity;
    const { fileBytes, freeBytes } = store.getSize();
    const usedBytes = fileBytes - freeBytes;
    let excess = excessBytes(policy, usedBytes);
    const bytesOfRecord = excess > 0 ? recordBytes(usedBytes) : 0;
    let after: EndedOperation | null = null;
    for (let looked = 0; looked < MAX_COUNTED; looked += OPERATIONS_PER_LOOK) {
      // By size: the oldest until the recording is small enough; by age: all that ended before the limit.
      const beforeMs = excess > 0 ? clock.now() : limitMs;
      const slice: readonly EndedOperation[] = deps.operations.listEnded(beforeMs, after, OPERATIONS_PER_LOOK);
      after = slice.at(-1) ?? null;
      const { due, kept } = partition(deps, slice);
      found.kept_operations += kept;
      for (const one of due) {
        if (one.lastMs >= limitMs && excess <= 0) break;
        excess -= one.records * bytesOfRecord;
        found.operations++;
        found.suboperations += one.suboperations;
        found.records += one.records;
      }
      if (after === null || slice.length < OPERATIONS_PER_LOOK) return found;
      await yieldToEventLoop();
    }
    return { ...found, is_complete: false };
  }

  return {
    async getState() {
      const { fileBytes, freeBytes } = store.getSize();
      const onDisk = deps.freeBytes();
      return {
        policy: store.getPolicy(),
        disk: {
          recording_bytes: fileBytes,
          reusable_bytes: freeBytes,
          uploaded_bytes: deps.uploadedBytes(),
          free_bytes: onDisk,
          is_low: isDiskLow(onDisk),
        },
        // The preview of a purge that a person would start.
        next_purge: await preview(clock.now()),
        clock_jump: jumpToWire(store.getAgeClock(clock.now())),
        running: running === undefined ? null : toWire(running.run),
        last: lastToWire(store),
      };
    },
    savePolicy: store.savePolicy,
    startPurge(instead) {
      if (store.getAgeClock(clock.now()).jump !== null) {
        deps.makeRoom();
        store.trustClock(clock.now());
      }
      return toWire(start(instead));
    },
    async cancelPurge() {
      running?.abort.abort();
      await running?.ended;
    },
    async purgeIfDue() {
      if (isDiskLow(deps.freeBytes())) log.warn({}, "the disk of the recording is almost full");
      const policy = store.getPolicy();
      const { suboperations } = await preview(store.ageTimeMs(clock.now()));
      // System telemetry may be due even when no operations are.
      if (suboperations === 0 && policy.max_age_days === null && policy.max_size_mb === null) return;
      start();
      await running?.ended;
    },
    async finished() {
      await running?.ended;
      return lastToWire(store);
    },
  };
}

/** The estimated space of a record, of a recording whose used space is given. */
function createRecordBytes({ clock, operations }: RetentionDeps): (usedBytes: number) => number {
  let estimated: { readonly recordBytes: number; readonly atMs: number } | undefined;
  return (usedBytes) => {
    const nowMs = clock.now();
    if (estimated === undefined || Math.abs(nowMs - estimated.atMs) >= COUNTED_FOR_MS) {
      estimated = { recordBytes: estimateRecordBytes(usedBytes, operations.countRecords()), atMs: nowMs };
    }
    return estimated.recordBytes;
  };
}

function jumpToWire({ timeMs, jump }: AgeClock): ClockJump | null {
  if (jump === null) return null;
  const remainingMs = Math.max(0, TRUST_AFTER_MS - jump.heldMs);
  return {
    from: isoFromMs(timeMs),
    to: isoFromMs(jump.timeMs),
    remaining_s: Math.ceil(remainingMs / SECOND_MS),
  };
}

function lastToWire(store: RetentionStore): PurgeRun | null {
  const last = store.findLastRun();
  return last === undefined ? null : toWire(last);
}

function toWire({ startedMs, finishedMs, outcome, removed, freedBytes }: Run): PurgeRun {
  return {
    started_at: isoFromMs(startedMs),
    finished_at: isoOrNull(finishedMs),
    outcome,
    removed: { ...removed },
    freed_bytes: freedBytes,
  };
}
