import { beforeEach, describe, expect, it, vi } from "vitest";
import { effectScope } from "vue";
import { onTick, useTicking } from "./clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("the clocks of a page", () => {
  it("wake it up together, with one timer for each period", () => {
    const scope = effectScope();
    const clocks = scope.run(() => [useTicking(Date.now), useTicking(Date.now), useTicking(Date.now, 10_000)])!;
    expect(vi.getTimerCount()).toBe(2);
    const startedMs = Date.now();
    vi.advanceTimersByTime(2_000);
    expect(clocks.map(({ value }) => value - startedMs)).toEqual([2_000, 2_000, 0]);
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
});
