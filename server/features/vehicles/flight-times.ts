/** A moment by the station's clock, and by a monotonic one; milliseconds. */
export type Moment = { readonly timeMs: number; readonly monotonicMs: number };

/**
 * Times of one flight, by the station's clock. If the clock is set forward, the times follow it and have a gap. If it
 * is set back, they do not, because the track would repeat its own times: until the flight ends, they advance with a
 * monotonic clock. No two points have the same time.
 */
export function createFlightTimes(afterMs = -Infinity) {
  let lastMs = afterMs;
  /** The time at the last moment, not rounded, so that rounding errors do not add up. */
  let base: Moment | undefined;

  /** The flight's time at a moment. */
  function at({ timeMs, monotonicMs }: Moment): number {
    const passed = base === undefined ? -Infinity : base.timeMs + Math.max(0, monotonicMs - base.monotonicMs);
    base = { timeMs: Math.max(timeMs, passed, lastMs), monotonicMs };
    return Math.floor(base.timeMs);
  }

  return {
    at,
    /** The time of the next point: later than that of every point before it. */
    next(moment: Moment): number {
      lastMs = Math.max(at(moment), lastMs + 1);
      return lastMs;
    },
  };
}
