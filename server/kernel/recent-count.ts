import { SECOND_MS } from "./clock.ts";

const WINDOW_MS = 10 * SECOND_MS;
const BUCKET_MS = 100;
const BUCKETS = WINDOW_MS / BUCKET_MS;

/** Counts over the last ten seconds without storing each item: a ring of a hundred buckets of 100 ms. */
export type RecentCount = {
  readonly add: (count: number, atMs: number) => void;
  readonly total: (nowMs: number) => number;
  /** Items per second over the last ten seconds, or since the start if that is shorter. */
  readonly perSecond: (nowMs: number) => number;
};

/** `startedMs`: Unix milliseconds. */
export function createRecentCount(startedMs: number): RecentCount {
  const counts = new Float64Array(BUCKETS);
  const owners = new Float64Array(BUCKETS).fill(-1);
  function total(nowMs: number): number {
    const newest = Math.floor(nowMs / BUCKET_MS);
    let within = 0;
    for (let slot = 0; slot < BUCKETS; slot += 1) {
      const age = newest - (owners[slot] ?? -1);
      if (age >= 0 && age < BUCKETS) within += counts[slot] ?? 0;
    }
    return within;
  }
  return {
    total,
    add(count, atMs) {
      const bucket = Math.floor(atMs / BUCKET_MS);
      const slot = bucket % BUCKETS;
      if (owners[slot] !== bucket) {
        owners[slot] = bucket;
        counts[slot] = 0;
      }
      counts[slot] = (counts[slot] ?? 0) + count;
    },
    perSecond(nowMs) {
      const seconds = Math.min(WINDOW_MS, Math.max(SECOND_MS, nowMs - startedMs)) / SECOND_MS;
      return Math.round((total(nowMs) / seconds) * 10) / 10;
    },
  };
}
