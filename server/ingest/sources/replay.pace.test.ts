import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../kernel/clock.ts";
import { createPace } from "./replay.pace.ts";

const CAPTURED_MS = Date.UTC(2023, 3, 1);

function paced(speed: number) {
  let nowMs = Date.UTC(2026, 0, 1);
  const pace = createPace(speed, { now: () => nowMs });
  return {
    pass: (ms: number) => (nowMs += ms),
    waitFor: (capturedAfterMs: number) => pace(CAPTURED_MS + capturedAfterMs),
  };
}

describe("the pace of a replay", () => {
  it("begins at once and then keeps the distances of the recording", () => {
    const { waitFor, pass } = paced(1);
    expect(waitFor(0)).toBe(0);
    expect(waitFor(100)).toBe(100);
    pass(130);
    expect(waitFor(300)).toBe(170);
  });

  it("keeps no error of the waits, early or late", () => {
    const { waitFor, pass } = paced(1);
    waitFor(0);
    for (let index = 1; index <= 1000; index += 1) pass(waitFor(index * 100) + 3);
    expect(waitFor(100_100)).toBe(97);
  });

  it("is divided by the speed, and none at speed 0", () => {
    const fast = paced(10);
    fast.waitFor(0);
    expect(fast.waitFor(5000)).toBe(500);
    const atOnce = paced(0);
    atOnce.waitFor(0);
    expect(atOnce.waitFor(5000)).toBe(0);
  });

  it("keeps a gap of a quarter of an hour but does not wait for another day", () => {
    const { waitFor, pass } = paced(1);
    waitFor(0);
    expect(waitFor(973_000)).toBe(973_000);
    pass(973_000);
    expect(waitFor(24 * HOUR_MS)).toBe(0);
    expect(waitFor(24 * HOUR_MS + 50)).toBe(50);
  });

  it("keeps frames that are slightly out of order as they come, and treats a long step back as another session", () => {
    const { waitFor, pass } = paced(1);
    waitFor(0);
    pass(waitFor(1000));
    expect(waitFor(980)).toBeLessThanOrEqual(0);
    expect(waitFor(1100)).toBe(100);
    expect(waitFor(-HOUR_MS)).toBe(0);
    expect(waitFor(-HOUR_MS + 40)).toBe(40);
  });

  it("slips after the computer slept instead of catching up in a burst", () => {
    const { waitFor, pass } = paced(1);
    waitFor(0);
    pass(HOUR_MS);
    expect(waitFor(100)).toBe(0);
    expect(waitFor(200)).toBe(100);
  });
});
