import { createRecentCount } from "../kernel/recent-count.ts";
import type { RejectionReason } from "./decoded.ts";

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

/** Counts the frames and refusals of a source, in total and over the last ten seconds. */
export function createSourceActivity(startedMs: number): SourceActivity {
  const recentFrames = createRecentCount(startedMs);
  const recentRefusals = createRecentCount(startedMs);
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
    framesPerSecond: recentFrames.perSecond,
    refusedShare(nowMs) {
      const refused = recentRefusals.total(nowMs);
      const all = recentFrames.total(nowMs) + refused;
      return all === 0 ? null : Math.round((refused / all) * 1000) / 1000;
    },
    refusals: () => Object.fromEntries(refusals),
    lastFrameMs: () => lastFrameMs,
  };
}
