import { expect, it } from "vitest";
import { lastVisitMs } from "./last-visit.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 12);

it("counts from the last visit, unless that was a moment ago", () => {
  expect(lastVisitMs(String(NOW_MS - 300_000), NOW_MS)).toBe(NOW_MS - 300_000);
  expect(lastVisitMs(String(NOW_MS - 299_999), NOW_MS)).toBeUndefined();
});

it("counts the last 31 days after a longer absence", () => {
  expect(lastVisitMs("0", NOW_MS)).toBe(NOW_MS - 31 * 86_400_000);
});

it("says nothing at the first visit, and of what is no time", () => {
  expect([lastVisitMs(null, NOW_MS), lastVisitMs("", NOW_MS), lastVisitMs("x", NOW_MS)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
