import { SECOND_MS } from "../kernel/clock.ts";

const SUSTAINED_PER_SECOND = 20;
const BURST_SECONDS = 5;

/**
 * Limits how often a client may change its viewport: bursts are allowed, such as from dragging a map, but not more than
 * twenty changes a second over five seconds.
 */
export function createViewportRateLimit(): { readonly allows: (nowMs: number) => boolean } {
  const full = SUSTAINED_PER_SECOND * BURST_SECONDS;
  let left = full;
  let lastMs: number | undefined;
  return {
    allows(nowMs) {
      const passedMs = Math.max(0, nowMs - (lastMs ?? nowMs));
      lastMs = nowMs;
      left = Math.min(full, left + (passedMs / SECOND_MS) * SUSTAINED_PER_SECOND) - 1;
      return left >= 0;
    },
  };
}
