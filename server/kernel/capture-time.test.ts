import { expect, it } from "vitest";
import { captureTimeProblem } from "./capture-time.ts";
import { MINUTE_MS } from "./clock.ts";

it("capture times from before 2010, or more than ten minutes ahead, are refused, and what is no time at all", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  expect(captureTimeProblem(nowMs, nowMs)).toBeUndefined();
  expect(captureTimeProblem(nowMs + 10 * MINUTE_MS, nowMs)).toBeUndefined();
  expect(captureTimeProblem(nowMs + 10 * MINUTE_MS + 1, nowMs)?.code).toBe("ahead_of_clock");
  expect(captureTimeProblem(Date.UTC(2010, 0, 1), nowMs)).toBeUndefined();
  expect(captureTimeProblem(Date.UTC(2009, 11, 31), nowMs)?.code).toBe("implausible_time");
  expect(captureTimeProblem(Number.NaN, nowMs)).toBeDefined();
});
