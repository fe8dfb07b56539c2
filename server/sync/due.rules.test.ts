import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../kernel/clock.ts";
import { DOWNLOAD_MS, dueExchange } from "./due.rules.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const now = { ms: NOW_MS, isLookedAt: false, accountMs: null, anythingMs: null };
/** A peer that was asked for news so long ago. */
const asked = (agoMs: number) => ({ state: "ready", nextMs: NOW_MS - agoMs + DOWNLOAD_MS, attempt: 0 }) as const;

describe("a peer is asked for news", () => {
  test("every half hour, and every five minutes while somebody looks", () => {
    expect(dueExchange(asked(29 * MINUTE_MS), now)).toBeUndefined();
    expect(dueExchange(asked(30 * MINUTE_MS), now)).toBe("everything");
    expect(dueExchange(asked(4 * MINUTE_MS), { ...now, isLookedAt: true })).toBeUndefined();
    expect(dueExchange(asked(5 * MINUTE_MS), { ...now, isLookedAt: true })).toBe("everything");
  });

  test("not sooner because somebody looks where the last pass failed", () => {
    const failed = { state: "ready", nextMs: NOW_MS + MINUTE_MS, attempt: 2 } as const;
    expect(dueExchange(failed, { ...now, isLookedAt: true })).toBeUndefined();
    expect(dueExchange({ ...failed, state: "offline", attempt: 0 }, { ...now, isLookedAt: true })).toBeUndefined();
  });

  test("not while only a person can help", () => {
    expect(
      dueExchange({ state: "signed_out", nextMs: null, attempt: 0 }, { ...now, isLookedAt: true }),
    ).toBeUndefined();
  });
});

test("what changed here is sent at once, and what was received alone where nothing else changed", () => {
  expect(dueExchange(asked(MINUTE_MS), { ...now, accountMs: NOW_MS, anythingMs: NOW_MS })).toBe("everything");
  expect(dueExchange(asked(MINUTE_MS), { ...now, anythingMs: NOW_MS })).toBe("sightings");
  expect(dueExchange(asked(MINUTE_MS), { ...now, anythingMs: NOW_MS + 1 })).toBeUndefined();
});
