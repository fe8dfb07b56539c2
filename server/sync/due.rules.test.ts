import { describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "../kernel/clock.ts";
import { DOWNLOAD_MS, findDueExchange } from "./due.rules.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const now = { ms: NOW_MS, hasConsoleOpen: false, accountMs: null, sightingsMs: null };
/** A peer that was asked for news so long ago. */
const asked = (agoMs: number) =>
  ({ state: "ready", nextMs: NOW_MS - agoMs + DOWNLOAD_MS, attempt: 0, error: null }) as const;
const failed = {
  state: "ready",
  nextMs: NOW_MS + MINUTE_MS,
  attempt: 2,
  error: { code: "peer_failed", msg: "", atMs: NOW_MS },
} as const;

describe("a peer is asked for news", () => {
  test("every half hour, and every five minutes while a user looks at it", () => {
    expect(findDueExchange(asked(29 * MINUTE_MS), now)).toBeUndefined();
    expect(findDueExchange(asked(30 * MINUTE_MS), now)).toBe("everything");
    expect(findDueExchange(asked(4 * MINUTE_MS), { ...now, hasConsoleOpen: true })).toBeUndefined();
    expect(findDueExchange(asked(5 * MINUTE_MS), { ...now, hasConsoleOpen: true })).toBe("everything");
  });

  test("not sooner because a user looks at it where the last pass failed", () => {
    expect(findDueExchange(failed, { ...now, hasConsoleOpen: true })).toBeUndefined();
    expect(
      findDueExchange({ ...failed, state: "offline", attempt: 0 }, { ...now, hasConsoleOpen: true }),
    ).toBeUndefined();
  });

  test("not while only a person can help", () => {
    expect(
      findDueExchange({ state: "signed_out", nextMs: null, attempt: 0, error: null }, { ...now, hasConsoleOpen: true }),
    ).toBeUndefined();
  });
});

test("what changed here is sent at once, and what was received alone where nothing else changed", () => {
  expect(findDueExchange(asked(MINUTE_MS), { ...now, accountMs: NOW_MS, sightingsMs: NOW_MS })).toBe("everything");
  expect(findDueExchange(asked(MINUTE_MS), { ...now, sightingsMs: NOW_MS })).toBe("sightings");
  expect(findDueExchange(asked(MINUTE_MS), { ...now, sightingsMs: NOW_MS + 1 })).toBeUndefined();
});

test("a pass that failed is repeated after its pause, however much waits", () => {
  expect(findDueExchange(failed, { ...now, accountMs: 0 })).toBeUndefined();
  expect(findDueExchange(failed, { ...now, ms: failed.nextMs, accountMs: 0 })).toBe("everything");
});

test("what was received does not wait for what the account could not fetch, but for the end of a fault of this station", () => {
  expect(findDueExchange(failed, { ...now, accountMs: 0, sightingsMs: 0 })).toBe("sightings");
  const faulty = { ...failed, error: { ...failed.error, code: "internal_error" } };
  expect(findDueExchange(faulty, { ...now, sightingsMs: 0 })).toBeUndefined();
});

test("a wait that is longer than any is over: it was begun while the clock was ahead", () => {
  const ahead = (days: number) => NOW_MS + days * DAY_MS;
  expect(findDueExchange({ ...failed, state: "offline", nextMs: ahead(1) }, now)).toBe("everything");
  expect(findDueExchange({ ...failed, state: "budget_used", nextMs: ahead(30) }, now)).toBeUndefined();
  expect(findDueExchange({ ...failed, state: "budget_used", nextMs: ahead(40) }, now)).toBe("everything");
  expect(findDueExchange(asked(MINUTE_MS), { ...now, accountMs: ahead(1) })).toBe("everything");
  expect(findDueExchange(asked(MINUTE_MS), { ...now, sightingsMs: ahead(1) })).toBe("sightings");
});
