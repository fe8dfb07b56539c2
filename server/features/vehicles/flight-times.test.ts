import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFlightTimes } from "./flight-times.ts";

describe("the times of a flight", () => {
  it("are the station's", () => {
    const times = createFlightTimes();
    expect([0, 250, 500].map((ms) => times.next({ timeMs: 10_000 + ms, monotonicMs: ms }))).toEqual([
      10_000, 10_250, 10_500,
    ]);
  });

  it("follow a clock that is set forward, and go on as fast as time does when it is set back", () => {
    const times = createFlightTimes();
    times.next({ timeMs: 10_000, monotonicMs: 0 });
    expect(times.next({ timeMs: 500_000, monotonicMs: 1000 })).toBe(500_000);
    expect(times.next({ timeMs: 3000, monotonicMs: 2000 })).toBe(501_000);
    expect(times.next({ timeMs: 4000, monotonicMs: 3000.5 })).toBe(502_000);
    expect(times.next({ timeMs: 600_000, monotonicMs: 4000 })).toBe(600_000);
  });

  it("go on after those of before a restart", () => {
    const times = createFlightTimes(20_000);
    expect(times.next({ timeMs: 5000, monotonicMs: 0 })).toBe(20_001);
    expect(times.next({ timeMs: 6000, monotonicMs: 1000 })).toBe(21_000);
  });

  it("are all different, in order, and never nearer to each other than what has passed, whatever the clock does", () => {
    const moment = fc.record({
      passedMs: fc.integer({ min: 0, max: 5000 }),
      setMs: fc.oneof(fc.constant(0), fc.integer({ min: -1e8, max: 1e8 })),
    });
    fc.assert(
      fc.property(fc.array(moment, { minLength: 2, maxLength: 50 }), (moments) => {
        const times = createFlightTimes();
        let [timeMs, monotonicMs] = [1e12, 0];
        let before: number | undefined;
        for (const { passedMs, setMs } of moments) {
          timeMs += passedMs + setMs;
          monotonicMs += passedMs;
          const next = times.next({ timeMs, monotonicMs });
          if (before !== undefined) expect(next - before).toBeGreaterThanOrEqual(Math.max(1, passedMs - 50));
          before = next;
        }
      }),
    );
  });
});
