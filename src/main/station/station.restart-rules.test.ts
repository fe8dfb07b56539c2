import { describe, expect, it } from "vitest";
import { decideRestart } from "./station.restart-rules.ts";

describe("decideRestart", () => {
  it("tells the person at once when the station never answered", () => {
    expect(decideRestart({ wasReady: false, failures: 1 })).toEqual({ kind: "give-up" });
  });

  it("brings a station back within a quarter of a second after its first crash", () => {
    expect(decideRestart({ wasReady: true, failures: 1 })).toEqual({ kind: "retry", attempt: 1, waitMs: 250 });
  });

  it("waits longer after every crash, and never more than half a minute", () => {
    const waits = Array.from({ length: 12 }, (_, index) => decideRestart({ wasReady: true, failures: index + 1 }));
    const waitsMs = waits.map((decision) => (decision.kind === "retry" ? decision.waitMs : Number.NaN));
    expect(waitsMs).toEqual([...waitsMs].sort((a, b) => a - b));
    expect(waitsMs.at(-1)).toBe(30_000);
  });

  it("gives up after a dozen crashes in a row", () => {
    expect(decideRestart({ wasReady: true, failures: 13 })).toEqual({ kind: "give-up" });
  });
});
