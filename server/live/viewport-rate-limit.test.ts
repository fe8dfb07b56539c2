import { describe, expect, it } from "vitest";
import { createViewportRateLimit } from "./viewport-rate-limit.ts";

/** How many changes pass of those made at an even rate. */
function passing(perSecond: number, seconds: number): number {
  const rate = createViewportRateLimit();
  const changes = Array.from({ length: perSecond * seconds }, (_, at) => 1_000_000 + (at * 1_000) / perSecond);
  return changes.filter((timeMs) => rate.allows(timeMs)).length;
}

describe("createViewportRateLimit", () => {
  it("lets twenty a second pass for ever", () => {
    expect(passing(20, 600)).toBe(12_000);
  });

  it("lets a burst pass, as a map that is dragged makes it", () => {
    expect(passing(60, 2)).toBe(120);
  });

  it("stops who keeps on for five seconds at twice that", () => {
    expect(passing(40, 4)).toBe(160);
    expect(passing(40, 10)).toBeLessThan(310);
  });

  it("is not fooled by a clock that goes backwards", () => {
    const rate = createViewportRateLimit();
    const allowed = Array.from({ length: 200 }, (_, at) => rate.allows(1_000_000 - at * 1_000));
    expect(allowed.filter(Boolean)).toHaveLength(100);
  });
});
