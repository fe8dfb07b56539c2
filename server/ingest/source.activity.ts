import { SECOND_MS } from "../kernel/clock.ts";
import type { RejectionReason } from "./decoded.ts";

const WINDOW_MS = 10 * SECOND_MS;
const BUCKET_MS = 100;
const BUCKETS = WINDOW_MS / BUCKET_MS;

/** What is left out by design: it is counted, but no sign of trouble. */
const EXPECTED: ReadonlySet<string> = new Set<RejectionReason>(["already_received", "not_public"]);

/** Counters of a source since its start. Times are Unix milliseconds. */
export type SourceActivity = {
  readonly took: (frames: number, atMs: number) => void;
  readonly refused: (reason: string, count: number, atMs: number) => void;
  readonly frames: () => number;
  /** Frames per second over the last ten seconds, or since the start if that is shorter. */
  readonly framesPerSecond: (nowMs: number) => number;
  readonly refusals: () => Record<string, number>;
  /** Share of frames refused in the last ten seconds, 0 to 1; `null` if none arrived. */
  readonly refusedShare: (nowMs: number) => number | null;
  readonly lastFrameMs: () => number | null;
};

/** Counts over the last ten seconds without storing each frame: a ring of a hundred buckets of 100 ms. */
function createRecentCount() {
  const counts = new Float64Array(BUCKETS);
  const owners = new Float64Array(BUCKETS).fill(-1);
  return {
    add(count: number, atMs: number): void {
      const bucket = Math.floor(atMs / BUCKET_MS);
      const slot = bucket % BUCKETS;
      if (owners[slot] !== bucket) {
        owners[slot] = bucket;
        counts[slot] = 0;
      }
      counts[slot] = (counts[slot] ?? 0) + count;
    },
    total(nowMs: number): number {
      const newest = Math.floor(nowMs / BUCKET_MS);
      let within = 0;
      for (let slot = 0; slot < BUCKETS; slot += 1) {
        const age = newest - (owners[slot] ?? -1);
        if (age >= 0 && age < BUCKETS) within += counts[slot] ?? 0;
      }
      return within;
    },
  };
}

/** Counts the frames and refusals of a source, in total and over the last ten seconds. */
export function createSourceActivity(startedMs: number): SourceActivity {
  const recentFrames = createRecentCount();
  const recentRefusals = createRecentCount();
  const refusals = new Map<string, number>();
  let frames = 0;
  let lastFrameMs: number | null = null;
  return {
    took(count, atMs) {
      recentFrames.add(count, atMs);
      frames += count;
      lastFrameMs = Math.max(lastFrameMs ?? atMs, atMs);
    },
    refused(reason, count, atMs) {
      if (!EXPECTED.has(reason)) recentRefusals.add(count, atMs);
      refusals.set(reason, (refusals.get(reason) ?? 0) + count);
    },
    frames: () => frames,
    framesPerSecond(nowMs) {
      const within = recentFrames.total(nowMs);
      const seconds = Math.min(WINDOW_MS, Math.max(SECOND_MS, nowMs - startedMs)) / SECOND_MS;
      return Math.round((within / seconds) * 10) / 10;
    },
    refusedShare(nowMs) {
      const refused = recentRefusals.total(nowMs);
      const all = recentFrames.total(nowMs) + refused;
      return all === 0 ? null : Math.round((refused / all) * 1000) / 1000;
    },
    refusals: () => Object.fromEntries(refusals),
    lastFrameMs: () => lastFrameMs,
  };
}
