import { expect, it } from "vitest";
import { HOUR_MS } from "../../kernel/clock.ts";
import { backupName, DEFAULT_SETTINGS, nextDueMs } from "./backups.rules.ts";

const daily = { ...DEFAULT_SETTINGS, every_hours: 24 };
const MADE_MS = Date.UTC(2026, 10, 20, 8);
const NOW_MS = MADE_MS + 30 * HOUR_MS;

it("a backup is due when the last one is old enough, at once where there is none, never unless asked for", () => {
  expect(nextDueMs(DEFAULT_SETTINGS, { madeMs: MADE_MS, failedMs: null }, NOW_MS)).toBe(null);
  expect(nextDueMs(daily, { madeMs: null, failedMs: null }, NOW_MS)).toBe(0);
  expect(nextDueMs(daily, { madeMs: MADE_MS, failedMs: null }, NOW_MS)).toBe(MADE_MS + 24 * HOUR_MS);
});

it("one that failed is tried again an hour later", () => {
  const failedMs = MADE_MS + 24 * HOUR_MS;
  expect(nextDueMs(daily, { madeMs: MADE_MS, failedMs }, NOW_MS)).toBe(failedMs + HOUR_MS);
  expect(nextDueMs(daily, { madeMs: null, failedMs }, NOW_MS)).toBe(failedMs + HOUR_MS);
  // What failed before the last one that was made is over.
  expect(nextDueMs(daily, { madeMs: MADE_MS, failedMs: MADE_MS - 1 }, NOW_MS)).toBe(MADE_MS + 24 * HOUR_MS);
});

it("a time that is still to come, of a clock that was wrong, does not put a backup off", () => {
  const laterMs = NOW_MS + 1;
  expect(nextDueMs(daily, { madeMs: laterMs, failedMs: null }, NOW_MS)).toBe(0);
  expect(nextDueMs(daily, { madeMs: MADE_MS, failedMs: laterMs }, NOW_MS)).toBe(MADE_MS + 24 * HOUR_MS);
  expect(nextDueMs(daily, { madeMs: null, failedMs: laterMs }, NOW_MS)).toBe(0);
});

it("is named after its time", () => {
  expect(backupName(MADE_MS, false)).toBe("fieldstation-2026-11-20T08-00-00.sqlite");
  expect(backupName(MADE_MS, true)).toBe("fieldstation-2026-11-20T08-00-00.sqlite.age");
  expect(backupName(MADE_MS, true, 2)).toBe("fieldstation-2026-11-20T08-00-00-2.sqlite.age");
});
