import { describe, expect, it } from "vitest";
import { actionsOf, inOrder, waitTextOf } from "./outbox.rules.ts";
import { peerWith, stepWith } from "./sync.fixture.ts";

describe("the outbox", () => {
  it("shows first what needs a person, last what was discarded", () => {
    const states = (["off", "waiting", "sending", "needs_person", "retry", "conflict"] as const).map((state) =>
      stepWith({ state }),
    );
    expect(inOrder(states).map(({ state }) => state)).toEqual([
      "needs_person",
      "conflict",
      "sending",
      "retry",
      "waiting",
      "off",
    ]);
  });

  it("offers what helps: a conflict is decided, what was discarded can be sent after all", () => {
    expect(actionsOf({ state: "retry" })).toEqual({ retry: "retry", canDiscard: true });
    expect(actionsOf({ state: "conflict" })).toEqual({ retry: undefined, canDiscard: true });
    expect(actionsOf({ state: "off" })).toEqual({ retry: "sendAfterAll", canDiscard: false });
    expect(actionsOf({ state: "sending" })).toEqual({ retry: undefined, canDiscard: false });
  });

  it("says what an item waits for, unless it has a reason of its own", () => {
    const offline = peerWith({ state: "offline" });
    expect(waitTextOf(stepWith(), offline)).toBe("network");
    expect(waitTextOf(stepWith({ detail: "The flight is still going on." }), offline)).toBeUndefined();
    expect(waitTextOf(stepWith({ detail: "The flight is still going on." }), peerWith({ state: "signed_out" }))).toBe(
      "sign_in",
    );
    expect(waitTextOf(stepWith(), peerWith({ running: true }))).toBe("turn");
    expect(waitTextOf(stepWith({ state: "needs_person" }), offline)).toBeUndefined();
  });
});
