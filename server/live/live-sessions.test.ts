import { describe, expect, it } from "vitest";
import type { Principal } from "../kernel/principal.ts";
import { LOCAL_OPERATOR } from "../kernel/principal.ts";
import { createLiveSessions } from "./live-sessions.ts";

const NOON_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

/** A clock whose timers ring when it is moved over them, in order. */
function setUp() {
  let nowMs = NOON_MS;
  const timers = new Map<object, { readonly atMs: number; readonly ring: () => void }>();
  const longest: number[] = [];
  const said: string[] = [];
  const sessions = createLiveSessions({
    clock: { now: () => nowMs },
    schedule(ring, delayMs) {
      const key = {};
      longest.push(delayMs);
      timers.set(key, { atMs: nowMs + delayMs, ring });
      return () => void timers.delete(key);
    },
  });
  return {
    sessions,
    longest,
    said,
    timers,
    open: (id: string, principal: Principal) =>
      sessions.open(id, principal, {
        notify: ({ type }) => void said.push(`${id} ${type}`),
        end: () => void said.push(`${id} ended`),
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
  it("is warned 30 seconds before its token ends, and ends with it", () => {
    const { open, said, advance, timers } = setUp();
    open("a", ada(NOON_MS + 300_000));
    advance(269_999);
    expect(said).toEqual([]);
    advance(1);
    expect(said).toEqual(["a token_expiring"]);
    advance(29_999);
    expect(said).toHaveLength(1);
    advance(1);
    expect(said).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(timers.size).toBe(0);
  });

  it("is warned at once when it begins with a token that is about to end", () => {
    const { open, said } = setUp();
    open("a", ada(NOON_MS + 10_000));
    expect(said).toEqual(["a token_expiring"]);
  });

  it("goes on with a new token of the same person, and is warned again before that one ends", () => {
    const { open, said, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 300_000));
    advance(280_000);
    expect(sessions.renew("a", ada(NOON_MS + 580_000))).toBe("renewed");
    advance(269_999);
    expect(said).toEqual(["a token_expiring", "a token_renewed"]);
    advance(30_001);
    expect(said.slice(2)).toEqual(["a token_expiring", "a token_expired", "a ended"]);
  });

  it("takes no token of somebody else, nor any when it has ended", () => {
    const { open, said, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 60_000));
    expect(sessions.renew("a", { ...ada(NOON_MS + 600_000), userId: "bob" })).toBe("other_user");
    advance(60_000);
    expect(said).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(sessions.renew("a", ada(NOON_MS + 600_000))).toBe("gone");
  });

  it("has no end for the operator of this computer", () => {
    const { open, said, advance, timers } = setUp();
    open("a", LOCAL_OPERATOR);
    expect(timers.size).toBe(0);
    advance(400 * DAY_MS);
    expect(said).toEqual([]);
  });

  it("waits for a far end in steps that a timer can take", () => {
    const { open, said, advance, longest } = setUp();
    open("a", ada(NOON_MS + 90 * DAY_MS));
    advance(90 * DAY_MS);
    expect(said).toEqual(["a token_expiring", "a token_expired", "a ended"]);
    expect(Math.max(...longest)).toBeLessThan(2 ** 31);
  });

  it("ends at once when its credential does not count any more, and no other with it", () => {
    const { open, said, sessions, timers } = setUp();
    open("a", ada(NOON_MS + 300_000, "visit"));
    open("b", ada(NOON_MS + 300_000, "other visit"));
    sessions.end(({ sessionId }) => sessionId === "visit");
    expect(said).toEqual(["a session_ended", "a ended"]);
    expect(timers.size).toBe(1);
  });

  it("is forgotten with its client", () => {
    const { open, said, advance, sessions } = setUp();
    open("a", ada(NOON_MS + 300_000));
    sessions.close("a");
    advance(DAY_MS);
    sessions.end(() => true);
    expect(said).toEqual([]);
  });
});
