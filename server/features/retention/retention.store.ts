import type { PurgeOutcome, RetentionPolicy } from "../../contracts/retention.ts";
import { type AgeClock, ageTimeMs, readAgeClock, saveAgeClock } from "../../storage/age-clock.ts";
import type { WritableDb } from "../../storage/database.ts";
import { DEFAULT_POLICY } from "./retention.rules.ts";

export type Removed = { operations: number; suboperations: number; records: number };

/** One run of the purge; `finishedMs` is `null` while it runs. */
export type Run = {
  readonly startedMs: number;
  finishedMs: number | null;
  outcome: PurgeOutcome | null;
  readonly removed: Removed;
  freedBytes: number;
};

type RunRow = { startedMs: number; finishedMs: number; outcome: PurgeOutcome; freedBytes: number } & Removed;

export type RetentionStore = {
  readonly getPolicy: () => RetentionPolicy;
  readonly savePolicy: (policy: RetentionPolicy) => void;
  /** The state of the age clock, when the station's clock shows `nowMs`. */
  readonly getAgeClock: (nowMs: number) => AgeClock;
  /** The time by which ages are judged, when the station's clock shows `nowMs`. */
  readonly ageTimeMs: (nowMs: number) => number;
  /** Confirms the station's clock, which shows `nowMs`: ages are judged by it again. */
  readonly trustClock: (nowMs: number) => void;
  readonly findLastRun: () => Run | undefined;
  readonly saveRun: (run: Run) => void;
  /** Size of the database file and of the free pages inside it, bytes. */
  readonly getSize: () => { readonly fileBytes: number; readonly freeBytes: number };
  /** Returns free pages to the disk; `false` when there are none or the file does not support it. */
  readonly shrink: (pages: number) => boolean;
};

export function createRetentionStore(db: WritableDb): RetentionStore {
  const policy = db.prepare<[], RetentionPolicy>(
    "SELECT max_age_days, max_size_mb, removed_grace_days FROM retention_policy",
  );
  const savePolicy = db.prepare(
    "INSERT OR REPLACE INTO retention_policy (id, max_age_days, max_size_mb, removed_grace_days) VALUES (1, ?, ?, ?)",
  );
  const lastRun = db.prepare<[], RunRow>(
    `SELECT started_ms AS startedMs, finished_ms AS finishedMs, outcome, operations, suboperations, records,
       freed_bytes AS freedBytes FROM purge_run`,
  );
  const saveRun = db.prepare(
    `INSERT OR REPLACE INTO purge_run
       (id, started_ms, finished_ms, outcome, operations, suboperations, records, freed_bytes)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const pragma = (name: string) => db.pragma(name, { simple: true }) as number;
  return {
    getPolicy: () => policy.get() ?? DEFAULT_POLICY,
    savePolicy(p) {
      savePolicy.run(p.max_age_days, p.max_size_mb, p.removed_grace_days);
    },
    getAgeClock: (nowMs) => readAgeClock(db, nowMs),
    ageTimeMs: (nowMs) => ageTimeMs(db, nowMs),
    trustClock: (nowMs) => saveAgeClock(db, { timeMs: nowMs, jump: null }),
    findLastRun() {
      const row = lastRun.get();
      if (row === undefined) return undefined;
      const { operations, suboperations, records, ...run } = row;
      return { ...run, removed: { operations, suboperations, records } };
    },
    saveRun({ startedMs, finishedMs, outcome, removed, freedBytes }) {
      const { operations, suboperations, records } = removed;
      saveRun.run(startedMs, finishedMs, outcome, operations, suboperations, records, freedBytes);
    },
    getSize() {
      const pageBytes = pragma("page_size");
      return { fileBytes: pragma("page_count") * pageBytes, freeBytes: pragma("freelist_count") * pageBytes };
    },
    shrink(pages) {
      const before = pragma("freelist_count");
      if (before === 0) return false;
      db.pragma(`incremental_vacuum(${pages})`);
      return pragma("freelist_count") < before;
    },
  };
}
