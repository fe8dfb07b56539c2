import { expect, test } from "vitest";
import { backOffMs } from "./back-off.rules.ts";
import { firstChunk, nextChunk } from "./chunk.rules.ts";
import { createClockOffset } from "./clock-offset.ts";

test("the pause grows exponentially up to five minutes, with full jitter", () => {
  const longest = (attempt: number) => backOffMs(attempt, () => 1);
  expect([0, 1, 2, 7, 8, 100].map(longest)).toEqual([2000, 4000, 8000, 256_000, 300_000, 300_000]);
  expect(backOffMs(8, () => 0)).toBe(0);
});

test("chunks grow while they are quick, and are halved when they are too large or slow", () => {
  expect(firstChunk(undefined)).toBe(1000);
  expect(nextChunk(1000, { kind: "took", ms: 500 })).toBe(2000);
  expect(nextChunk(4000, { kind: "took", ms: 500 })).toBe(5000);
  expect(nextChunk(1000, { kind: "took", ms: 5000 })).toBe(1000);
  expect(nextChunk(1000, { kind: "took", ms: 11_000 })).toBe(500);
  expect(nextChunk(1000, { kind: "too_large" })).toBe(500);
  expect(nextChunk(1, { kind: "timeout" })).toBe(1);
});

test("the offset of a peer's clock is the median of five answers", () => {
  const offset = createClockOffset(null);
  for (const aheadMs of [10_000, 10_000, 999_000, 10_000, -5000]) offset.add(1_000_000 + aheadMs, 1_000_400, 1_000_600);
  expect(offset.medianMs()).toBe(10_000);
});
