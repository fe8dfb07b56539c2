import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTimeLimit } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("aborts when the time is over, as what nobody answered in time", () => {
  const { signal } = startTimeLimit(20_000);
  vi.advanceTimersByTime(19_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

it("leaves no timer behind once it has ended", () => {
  const { signal, end } = startTimeLimit(20_000);
  end();
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(30_000);
  expect(signal.aborted).toBe(false);
});

it("aborts when the caller does, with the caller's reason", () => {
  const caller = new AbortController();
  const { signal, end } = startTimeLimit(20_000, caller.signal);
  caller.abort();
  expect(signal.reason).toMatchObject({ name: "AbortError" });
  end();
});
