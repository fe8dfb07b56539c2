import { SECOND_MS } from "../../kernel/clock.ts";

/**
 * The state of the aircraft in a log, without its position; `null` for values that the log does not contain at that
 * time.
 */
export type LogState = {
  readonly timeMs: number;
  readonly batteryV: number | null;
  /** Used or seen by its receiver. */
  readonly satellites: number | null;
};

/** States of one flight, at most one a second: the first value of each kind. */
export function createLogStates() {
  const bySecond = new Map<number, LogState>();
  return {
    add({ timeMs, batteryV, satellites }: LogState): void {
      if (Number.isNaN(timeMs) || (batteryV === null && satellites === null)) return;
      const second = Math.floor(timeMs / SECOND_MS);
      const known = bySecond.get(second);
      bySecond.set(second, {
        timeMs: known?.timeMs ?? timeMs,
        batteryV: known?.batteryV ?? batteryV,
        satellites: known?.satellites ?? satellites,
      });
    },
    /** In order of time, from the first to the last point of a flight. */
    between(firstMs: number, lastMs: number): readonly LogState[] {
      return [...bySecond.values()]
        .filter(({ timeMs }) => timeMs >= firstMs && timeMs <= lastMs)
        .toSorted((a, b) => a.timeMs - b.timeMs);
    },
  };
}
