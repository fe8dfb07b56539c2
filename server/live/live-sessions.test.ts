import { describe, expect, it } from "vitest";
import { DAY_MS } from "../kernel/clock.ts";
import type { Principal } from "../kernel/principal.ts";
import { LOCAL_OPERATOR } from "../kernel/principal.ts";
import { createLiveSessions } from "./live-sessions.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);

/** Sessions with a clock that fires its timers in order when it is advanced. */
function setUp() {
  let nowMs = NOON_MS;
  const timers = new Map<object, { readonly atMs: number; readonly ring: () => void }>();
  const delays: number[] = [];
  const events: string[] = [];
  const sessions = createLiveSessions({
    clock: { now: () => nowMs },
    schedule(ring, delayMs) {
      const key = {};
      delays.push(delayMs);
      timers.set(key, { atMs: nowMs + delayMs, ring });
      return () => void timers.delete(key);
    },
  });
  return {
    sessions,
    delays,
    events,
    timers,
    open: (id: string, principal: Principal) =>
      sessions.open(id, principal, {
        notify: ({ type }) => void events.push(`${id} ${type}`),
        end: () => void events.push(`${id} ended`),
      }),
    advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].toSorted(([, a], [, b]) => a.atMs - b.atMs);
        if (next === undefined || next[1].atMs > untilMs) break;
        timers.delete(next[0]);
        nowMs = next[1].atMs;
        next[1].ring();
      }
      nowMs = untilMs;
    },
  };
}

const ada = (expiresAtMs: number, sessionId = "visit"): Principal => ({
  userId: "ada",
  isAdministrator: false,
  credential: "oidc",
  sessionId,
  expiresAtMs,
});

describe("a live session", () => {
  it("is warned 30 seconds before its token expires, and ends with it", () => {
    const { open, events, advance, timers } = setUp();
    open("a", ada(NOON_MS + 300_000));
    advance(269_999);
    expect(events).toEqual([]);
    advance(1);
    expect(events).toEqual(["a token_expiring"]);
    advance(29_999);
    expect(events).toHaveLength(1);
    advance(1);
    expect(events).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(timers.size).toBe(0);
  });

  it("is warned immediately when it starts with a token that is about to expire", () => {
    const { open, events } = setUp();
    open("a", ada(NOON_MS + 10_000));
    expect(events).toEqual(["a token_expiring"]);
  });

  it("continues with a new token of the same person, and is warned again before that one expires", () => {
    const { open, events, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 300_000));
    advance(280_000);
    expect(sessions.renew("a", ada(NOON_MS + 580_000))).toBe("renewed");
    advance(269_999);
    expect(events).toEqual(["a token_expiring", "a token_renewed"]);
    advance(30_001);
    expect(events.slice(2)).toEqual(["a token_expiring", "a token_expired", "a ended"]);
  });

  it("accepts no token of another person, and none after it has ended", () => {
    const { open, events, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 60_000));
    expect(sessions.renew("a", { ...ada(NOON_MS + 600_000), userId: "bob" })).toBe("other_user");
    advance(60_000);
    expect(events).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(sessions.renew("a", ada(NOON_MS + 600_000))).toBe("gone");
  });

  it("does not end for the local operator", () => {
    const { open, events, advance, timers } = setUp();
    open("a", LOCAL_OPERATOR);
    expect(timers.size).toBe(0);
    advance(400 * DAY_MS);
    expect(events).toEqual([]);
  });

  it("splits a long wait into delays that a timer supports", () => {
    const { open, events, advance, delays } = setUp();
    open("a", ada(NOON_MS + 90 * DAY_MS));
    advance(90 * DAY_MS);
    expect(events).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });

  it("ends immediately when its credential becomes invalid, without ending other sessions", () => {
    const { open, events, sessions, timers } = setUp();
    open("a", ada(NOON_MS + 300_000, "visit"));
    open("b", ada(NOON_MS + 300_000, "other visit"));
    sessions.end(({ sessionId }) => sessionId === "visit");
    expect(events).toEqual(["a session_ended", "a ended"]);
    expect(timers.size).toBe(1);
  });

  it("is removed when its client disconnects", () => {
    const { open, events, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 300_000));
    sessions.close("a");
    advance(DAY_MS);
    sessions.end(() => true);
    expect(events).toEqual([]);
  });
});
