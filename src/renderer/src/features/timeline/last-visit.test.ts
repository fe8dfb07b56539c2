import { expect, it } from "vitest";
import { sinceOf } from "./last-visit.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 12);

it("counts from the last visit, unless that was a moment ago", () => {
  expect(sinceOf(String(NOW_MS - 300_000), NOW_MS)).toBe(NOW_MS - 300_000);
  expect(sinceOf(String(NOW_MS - 299_999), NOW_MS)).toBeUndefined();
});

it("counts the last 31 days after a longer absence", () => {
  expect(sinceOf("0", NOW_MS)).toBe(NOW_MS - 31 * 86_400_000);
});

it("says nothing at the first visit, and of what is no time", () => {
  expect([sinceOf(null, NOW_MS), sinceOf("", NOW_MS), sinceOf("x", NOW_MS)]).toEqual([undefined, undefined, undefined]);
});
