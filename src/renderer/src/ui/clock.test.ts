import { beforeEach, describe, expect, it, vi } from "vitest";
import { effectScope } from "vue";
import { onTick, untilNextMs, useTicking } from "./clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("the clocks of a page", () => {
  it("wake it up together, with one timer for all", () => {
    const scope = effectScope();
    const clocks = scope.run(() => [useTicking(Date.now), useTicking(Date.now), useTicking(Date.now, 10_000)])!;
    expect(vi.getTimerCount()).toBe(1);
    const startedMs = Date.now();
    vi.advanceTimersByTime(2_000);
    expect(clocks.map(({ value }) => value - startedMs)).toEqual([2_000, 2_000, 0]);
    vi.advanceTimersByTime(8_000);
    expect(clocks.map(({ value }) => value - startedMs)).toEqual([10_000, 10_000, 10_000]);
    scope.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("go on for the others when one is stopped", () => {
    const calls: string[] = [];
    const stopFirst = onTick(1_000, () => calls.push("first"));
    const stopSecond = onTick(1_000, () => calls.push("second"));
    vi.advanceTimersByTime(1_000);
    stopFirst();
    stopFirst();
    vi.advanceTimersByTime(1_000);
    stopSecond();
    vi.advanceTimersByTime(1_000);
    expect(calls).toEqual(["first", "second", "second"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("call back once after a pause in which the browser held timers back, and go on from there", () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const calledMs: number[] = [];
    const stop = onTick(5_000, () => calledMs.push(performance.now()));
    for (const nowMs of [60_000, 61_000, 62_000, 63_000, 64_000, 65_001, 66_000]) {
      clock.mockReturnValue(nowMs);
      vi.advanceTimersByTime(1_000);
    }
    stop();
    clock.mockRestore();
    expect(calledMs).toEqual([60_000, 65_001]);
  });

  it("wait for the same points in time, whenever the waiting began", () => {
    expect([0, 1, 180, 249.9].map((nowMs) => nowMs + untilNextMs(250, nowMs))).toEqual([250, 250, 250, 500]);
    expect([1_000, 1_400, 1_499.9].map((nowMs) => nowMs + untilNextMs(500, nowMs))).toEqual([1_500, 1_500, 2_000]);
    expect(untilNextMs(250, -Infinity)).toBeNaN();
  });
});
