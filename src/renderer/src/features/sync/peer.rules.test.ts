import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../ui/durations.ts";
import {
  canSignIn,
  shownClockOffsetMs,
  signInOutcome,
  tokenLeftMs,
  tokenWarningOf,
  countUnsent,
} from "./peer.rules.ts";
import { makePeer, makeItem } from "./sync.fixture.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

describe("a token that expires", () => {
  const inDays = (name: string, days: number) =>
    makePeer({ name, token_expires_at: new Date(NOW + days * DAY_MS).toISOString() });

  it("is a warning two weeks before, and urgent three days before", () => {
    expect(tokenWarningOf([inDays("A", 14.1), makePeer()], NOW)).toBeUndefined();
    expect(tokenWarningOf([inDays("A", 14)], NOW)).toEqual({ peer: "A", days: 14, isUrgent: false });
    expect(tokenWarningOf([inDays("A", 3.1)], NOW)).toMatchObject({ days: 3, isUrgent: false });
    expect(tokenWarningOf([inDays("A", 2.9)], NOW)).toMatchObject({ days: 2, isUrgent: true });
  });

  it("is the first one of several, and not one that has expired", () => {
    expect(tokenWarningOf([inDays("A", 9), inDays("B", 5), inDays("C", -1)], NOW)).toMatchObject({ peer: "B" });
  });
});

describe("a peer", () => {
  it("shows its clock only where it is more than five seconds off", () => {
    expect(shownClockOffsetMs({ clock_offset_ms: 5_000 })).toBeUndefined();
    expect(shownClockOffsetMs({ clock_offset_ms: -5_001 })).toBe(-5_001);
    expect(shownClockOffsetMs({ clock_offset_ms: null })).toBeUndefined();
  });

  it("warns of its token in the last two weeks", () => {
    const ending = (days: number) => ({ token_expires_at: new Date(NOW + days * DAY_MS).toISOString() });
    expect(tokenLeftMs(ending(15), NOW)).toBeUndefined();
    expect(tokenLeftMs(ending(3), NOW)).toBe(3 * DAY_MS);
    expect(tokenLeftMs(ending(-1), NOW)).toBe(-DAY_MS);
    expect(canSignIn(makePeer(ending(3)), NOW)).toBe(true);
    expect(canSignIn(makePeer(), NOW)).toBe(false);
    expect(canSignIn(makePeer({ state: "signed_out" }), NOW)).toBe(true);
  });
});

describe("what a peer does not have", () => {
  it("is counted from the peer or its items, whichever knows of more, without what was discarded", () => {
    const items = [makeItem(), makeItem({ state: "conflict" }), makeItem({ state: "off" })];
    expect(countUnsent(makePeer(), items)).toBe(2);
    expect(countUnsent(makePeer({ waiting: 2, needs_person: 1, conflicts: 1 }), [])).toBe(4);
    expect(countUnsent(makePeer(), [])).toBe(0);
  });
});

describe("a sign-in by code", () => {
  const error = (at: string) => ({ code: "wrong_account", msg: "Another account.", at });

  it("goes on while the peer stays as it was, or cannot be reached", () => {
    const before = makePeer({ state: "signed_out" });
    expect(signInOutcome(before, before)).toBe("waiting");
    expect(signInOutcome(before, makePeer({ state: "offline" }))).toBe("waiting");
  });

  it("ends when the peer accepts the account, also with a token that ends later", () => {
    expect(signInOutcome(makePeer({ state: "signed_out" }), makePeer())).toBe("signed_in");
    expect(signInOutcome(makePeer({ state: "wrong_account" }), makePeer({ running: true }))).toBe("signed_in");
    const renewed = makePeer({ token_expires_at: "2027-01-01T00:00:00Z" });
    expect(signInOutcome(makePeer({ token_expires_at: "2026-11-23T00:00:00Z" }), renewed)).toBe("signed_in");
  });

  it("ends also where the peer is paused, and stays so", () => {
    const paused = makePeer({ state: "paused", last_error: error("2026-11-22T10:00:00Z") });
    expect(signInOutcome(paused, paused)).toBe("waiting");
    expect(signInOutcome(paused, makePeer({ state: "paused" }))).toBe("signed_in");
  });

  it("ends in another account, also where it was another one before", () => {
    const wrong = makePeer({ state: "wrong_account", last_error: error("2026-11-22T10:00:00Z") });
    expect(signInOutcome(makePeer({ state: "signed_out" }), wrong)).toBe("wrong_account");
    expect(signInOutcome(wrong, wrong)).toBe("waiting");
    expect(signInOutcome(wrong, { ...wrong, last_error: error("2026-11-22T12:00:00Z") })).toBe("wrong_account");
  });
});
