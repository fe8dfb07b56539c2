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
    expect(actionsOf({ state: "retry" }, peerWith())).toEqual({ retry: "retry", canDiscard: true });
    expect(actionsOf({ state: "conflict" }, peerWith())).toEqual({ retry: undefined, canDiscard: true });
    expect(actionsOf({ state: "off" }, peerWith())).toEqual({ retry: "sendAfterAll", canDiscard: false });
    expect(actionsOf({ state: "sending" }, peerWith())).toEqual({ retry: undefined, canDiscard: false });
  });

  it("offers no attempt while the peer is paused or needs a person", () => {
    const paused = peerWith({ state: "paused", paused: true });
    expect(actionsOf({ state: "waiting" }, paused)).toEqual({ retry: undefined, canDiscard: true });
    expect(actionsOf({ state: "retry" }, peerWith({ state: "signed_out" })).retry).toBeUndefined();
    expect(actionsOf({ state: "off" }, paused).retry).toBe("sendAfterAll");
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
