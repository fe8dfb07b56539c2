/** A moment by the station's clock, and by a monotonic one; milliseconds. */
export type Moment = { readonly timeMs: number; readonly monotonicMs: number };

/**
 * Times of one flight, by the station's clock. A clock that is set forward is followed, and leaves a gap; one that is
 * set back is not, because the track would run through its own past: until the flight ends, its times go on as fast as
 * time does. No two points have the same time.
 */
export function createFlightTimes(afterMs = -Infinity) {
  let lastMs = afterMs;
  /** The time at the last moment, which is not rounded, so that nothing adds up. */
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
