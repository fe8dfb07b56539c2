import { describe, expect, it } from "vitest";
import type { SyncStep } from "../../../../../server/contracts/sync.ts";
import { flightSyncOf, indexFlights } from "./flight-sync.rules.ts";
import { makeItem } from "./sync.fixture.ts";

const at = (items: readonly SyncStep[], ...sent: string[]) => indexFlights({ items, sentFlights: new Set(sent) });
const stateOf = (...items: SyncStep[]) => flightSyncOf("f1", [at(items, "f2")]);

describe("where a flight is", () => {
  it("is undefined without a peer, and for a flight that no peer knows", () => {
    expect(flightSyncOf("f1", [])).toBeUndefined();
    expect(stateOf()).toBeUndefined();
    expect(stateOf(makeItem({ kind: "aircraft" }))).toBeUndefined();
  });

  it("is only here until the peer has created it, also when that was discarded", () => {
    const created = makeItem({ step: "create" });
    expect(stateOf(created, makeItem({ kind: "track", total: 90 }))).toEqual({ kind: "only_here" });
    expect(stateOf(makeItem({ step: "create", state: "off" }))).toEqual({ kind: "only_here" });
  });

  it("is sent by so many percent of its points and states, rounded down", () => {
    const track = makeItem({ kind: "track", state: "sending", sent: 999, total: 1_500 });
    expect(stateOf(track, makeItem({ kind: "states", total: 1_000 }))).toEqual({ kind: "sending", percent: 39 });
    expect(stateOf(makeItem({ state: "checking", step: "create" }))).toEqual({ kind: "sending", percent: undefined });
  });

  it("differs while a change waits, or a part of its track", () => {
    expect(stateOf(makeItem({ step: "edit" }))).toEqual({ kind: "differs", percent: undefined });
    const track = makeItem({ kind: "track", state: "retry", sent: 2, total: 4 });
    expect(stateOf(makeItem({ step: "process" }), track)).toEqual({ kind: "differs", percent: 50 });
  });

  it("is there once its outbox is empty, and to be processed before that", () => {
    expect(flightSyncOf("f1", [at([], "f1")])).toEqual({ kind: "there" });
    expect(stateOf(makeItem({ step: "process" }))).toEqual({ kind: "to_process" });
  });

  it("needs a person, whatever else happens to it", () => {
    const sending = makeItem({ kind: "track", state: "sending", sent: 1, total: 2 });
    expect(stateOf(sending, makeItem({ state: "conflict" }))).toEqual({ kind: "needs_you" });
    expect(stateOf(sending, makeItem({ kind: "states", state: "needs_person" }))).toEqual({ kind: "needs_you" });
  });

  it("is one state for several peers, and never that it is there while one of them lacks it", () => {
    const [has, lacks] = [at([], "f1"), at([makeItem({ step: "create" })])];
    expect(flightSyncOf("f1", [has, lacks])).toEqual({ kind: "at_some", there: 1, all: 2 });
    expect(flightSyncOf("f1", [has, has])).toEqual({ kind: "there" });
    expect(flightSyncOf("f1", [has, at([makeItem({ state: "conflict" })])])).toEqual({ kind: "needs_you" });
  });
});
