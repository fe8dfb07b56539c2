import { describe, expect, it } from "vitest";
import { itemActionsOf, inOrder, waitText } from "./outbox.rules.ts";
import { makePeer, makeItem } from "./sync.fixture.ts";

describe("the outbox", () => {
  it("shows first what needs a person, last what was discarded", () => {
    const states = (["off", "waiting", "sending", "needs_person", "retry", "conflict"] as const).map((state) =>
      makeItem({ state }),
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
    expect(itemActionsOf({ state: "retry" }, makePeer())).toEqual({ retry: "retry", canDiscard: true });
    expect(itemActionsOf({ state: "conflict" }, makePeer())).toEqual({ retry: undefined, canDiscard: true });
    expect(itemActionsOf({ state: "off" }, makePeer())).toEqual({ retry: "sendAfterAll", canDiscard: false });
    expect(itemActionsOf({ state: "sending" }, makePeer())).toEqual({ retry: undefined, canDiscard: false });
  });

  it("offers no attempt while the peer is paused or needs a person", () => {
    const paused = makePeer({ state: "paused", paused: true });
    expect(itemActionsOf({ state: "waiting" }, paused)).toEqual({ retry: undefined, canDiscard: true });
    expect(itemActionsOf({ state: "retry" }, makePeer({ state: "signed_out" })).retry).toBeUndefined();
    expect(itemActionsOf({ state: "off" }, paused).retry).toBe("sendAfterAll");
  });

  it("names what an item waits for, unless it has its own reason", () => {
    const offline = makePeer({ state: "offline" });
    expect(waitText(makeItem(), offline)).toBe("network");
    expect(waitText(makeItem({ detail: "The flight is still going on." }), offline)).toBeUndefined();
    expect(waitText(makeItem({ detail: "The flight is still going on." }), makePeer({ state: "signed_out" }))).toBe(
      "sign_in",
    );
    expect(waitText(makeItem(), makePeer({ running: true }))).toBe("turn");
    expect(waitText(makeItem({ state: "needs_person" }), offline)).toBeUndefined();
  });
});
