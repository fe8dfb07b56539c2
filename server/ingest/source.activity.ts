import { MINUTE_MS } from "../kernel/clock.ts";
import { createRecentCount } from "../kernel/recent-count.ts";
import type { RefusalReason } from "./decoded.ts";

/** Refusals by design, or of a field without its frame: they are counted, but are not a sign of trouble. */
const EXPECTED: ReadonlySet<string> = new Set<RefusalReason>([
  "already_received",
  "crewed_aircraft",
  "not_public",
  "unusable_field",
]);

/** The delay up to which live input counts as on time: on its way, or by a clock that is a little wrong. */
const LATE_MS = 2 * MINUTE_MS;

/** Counters of a source since its start. Times are Unix milliseconds. */
export type SourceActivity = {
  /** `behindMs`: how far the time of the last of them is behind the station's clock; `null` if it has none. */
  readonly took: (frames: number, atMs: number, behindMs: number | null) => void;
  readonly refused: (reason: string, count: number, atMs: number) => void;
  readonly frames: () => number;
  /** Frames per second over the last ten seconds, or since the start if that is shorter. */
  readonly framesPerSecond: (nowMs: number) => number;
  readonly refusals: () => Record<string, number>;
  /** Share of frames refused in the last ten seconds, 0 to 1; `null` if none arrived. */
  readonly refusedShare: (nowMs: number) => number | null;
  readonly lastFrameMs: () => number | null;
  /** The smallest delay of the last minute with input; `null` if some input was on time. */
  readonly behindMs: () => number | null;
};

/** Counts the frames and refusals of a source, in total and over the last ten seconds. */
export function createSourceActivity(startedMs: number): SourceActivity {
  const recentFrames = createRecentCount(startedMs);
  const recentRefusals = createRecentCount(startedMs);
  const refusals = new Map<string, number>();
  let frames = 0;
  let lastFrameMs: number | null = null;
  // The smallest of this minute and of the one before.
  let minute = 0;
  let behindMs = Infinity;
  let earlierBehindMs = Infinity;

  function noteBehind(ms: number, atMs: number): void {
    const now = Math.floor(atMs / MINUTE_MS);
    if (now !== minute) {
      earlierBehindMs = now === minute + 1 ? behindMs : Infinity;
      behindMs = Infinity;
      minute = now;
    }
    behindMs = Math.min(behindMs, ms);
  }

  return {
    took(count, atMs, behind) {
      if (behind !== null) noteBehind(behind, atMs);
      recentFrames.add(count, atMs);
      frames += count;
      lastFrameMs = Math.max(lastFrameMs ?? atMs, atMs);
    },
    refused(reason, count, atMs) {
      if (!isExpected(reason)) recentRefusals.add(count, atMs);
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
    behindMs() {
      const smallestMs = Math.min(behindMs, earlierBehindMs);
      return smallestMs > LATE_MS && smallestMs < Infinity ? smallestMs : null;
    },
  };
}

/** `key` is a reason, or a reason with its field (`refusalKey`). */
function isExpected(key: string): boolean {
  return EXPECTED.has(key.split(":", 1)[0]!);
}
