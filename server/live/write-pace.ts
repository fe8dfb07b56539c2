/** A client that gets nothing for so long after a write still gets everything twice a second. */
const MAX_INTERVAL_MS = 500;
/** How long is measured before the pace changes. */
const WINDOW_MS = 250;
/** Writing takes half of the time that other work leaves, within these two shares of all time. */
const SHARE_OF_REST = 0.5;
const MIN_SHARE = 0.075;
const MAX_SHARE = 0.4;
/** A write of which nothing is known yet, and the least that one counts, milliseconds. */
const FIRST_WRITE_MS = 0.03;
const MIN_WRITE_MS = 0.005;

/** How often a crowd is written to: what one write costs does not depend much on how many records are in it. */
export type WritePace = {
  /** Takes note of some writes and of what they took. */
  readonly note: (writes: number, tookMs: number) => void;
  /** How long each of so many clients gets nothing after a write, milliseconds. */
  readonly intervalMs: (clients: number) => number;
};

/**
 * A pace by which writing to a crowd takes a share of the event loop: a large one while the station has little else to do, so
 * that records come soon, and a small one while it is busy, so that they come together.
 */
export function createWritePace(deps: {
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** For how much of them the event loop had something to do, writing included. */
  readonly busyMs: () => number;
}): WritePace {
  let writeMs = FIRST_WRITE_MS;
  let share = MIN_SHARE;
  let window = { sinceMs: deps.elapsedMs(), busyMs: deps.busyMs(), writes: 0, writingMs: 0 };

  return {
    note(writes, tookMs) {
      window.writes += writes;
      window.writingMs += tookMs;
      const now = deps.elapsedMs();
      const passedMs = now - window.sinceMs;
      if (passedMs < WINDOW_MS) return;
      const busyMs = deps.busyMs();
      // Where nobody measures the event loop it has not even written: it is taken to be busy.
      const isMeasured = busyMs > window.busyMs;
      const otherMs = isMeasured ? Math.max(0, busyMs - window.busyMs - window.writingMs) : passedMs;
      share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, SHARE_OF_REST * (1 - otherMs / passedMs)));
      writeMs = Math.max(MIN_WRITE_MS, window.writingMs / window.writes);
      window = { sinceMs: now, busyMs, writes: 0, writingMs: 0 };
    },
    intervalMs: (clients) => Math.min(MAX_INTERVAL_MS, (clients * writeMs) / share),
  };
}
