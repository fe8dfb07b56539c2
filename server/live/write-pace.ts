/** The longest interval: every client still gets everything twice a second. */
const MAX_INTERVAL_MS = 500;
/** The time of a measurement, after which the pace may change. */
const WINDOW_MS = 250;
/** Writing gets half of the time that other work leaves, within these two shares of all time. */
const SHARE_OF_REST = 0.5;
const MIN_SHARE = 0.075;
const MAX_SHARE = 0.4;
/** The assumed duration of the first write, and the least duration of a write, milliseconds. */
const FIRST_WRITE_MS = 0.03;
const MIN_WRITE_MS = 0.005;

/** How often a crowd is written to: the cost of a write hardly depends on the number of records in it. */
export type WritePace = {
  /** Adds the duration of some writes. */
  readonly note: (writes: number, tookMs: number) => void;
  /** The pause after a write to each of so many clients, milliseconds. */
  readonly intervalMs: (clients: number) => number;
};

/**
 * A pace by which writing to a crowd takes a share of the event loop: a large one while the station has little other
 * work, so that records arrive soon, and a small one while it is busy, so that they arrive together.
 */
export function createWritePace(deps: {
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** The part of that time in which the event loop was busy, writing included. */
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
      // Where the event loop is not measured, not even writing makes it busy: it is assumed to be busy.
      const isMeasured = busyMs > window.busyMs;
      const otherMs = isMeasured ? Math.max(0, busyMs - window.busyMs - window.writingMs) : passedMs;
      share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, SHARE_OF_REST * (1 - otherMs / passedMs)));
      writeMs = Math.max(MIN_WRITE_MS, window.writingMs / window.writes);
      window = { sinceMs: now, busyMs, writes: 0, writingMs: 0 };
    },
    intervalMs: (clients) => Math.min(MAX_INTERVAL_MS, (clients * writeMs) / share),
  };
}
