import { describe, expect, it } from "vitest";
import { createViewportRateLimit } from "./viewport-rate-limit.ts";

/** How many of the changes made at an even rate are allowed. */
function passing(perSecond: number, seconds: number): number {
  const rate = createViewportRateLimit();
  const changes = Array.from({ length: perSecond * seconds }, (_, at) => 1_000_000 + (at * 1_000) / perSecond);
  return changes.filter((timeMs) => rate.allows(timeMs)).length;
}

describe("createViewportRateLimit", () => {
  it("allows twenty changes a second without end", () => {
    expect(passing(20, 600)).toBe(12_000);
  });

  it("allows a burst, such as from dragging a map", () => {
    expect(passing(60, 2)).toBe(120);
  });

  it("refuses twice that rate after five seconds", () => {
    expect(passing(40, 4)).toBe(160);
    expect(passing(40, 10)).toBeLessThan(310);
  });

  it("still works when the clock goes backwards", () => {
    const rate = createViewportRateLimit();
    const allowed = Array.from({ length: 200 }, (_, at) => rate.allows(1_000_000 - at * 1_000));
    expect(allowed.filter(Boolean)).toHaveLength(100);
  });
});
