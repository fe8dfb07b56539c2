import { describe, expect, it } from "vitest";
import type { SyncStep } from "../../../../../server/contracts/sync.ts";
import { flightSyncOf, indexFlights } from "./flight-sync.rules.ts";
import { makeStep } from "./sync.fixture.ts";

const at = (steps: readonly SyncStep[], ...sent: string[]) => indexFlights({ steps, sentFlights: new Set(sent) });
const stateOf = (...steps: SyncStep[]) => flightSyncOf("f1", [at(steps, "f2")]);

describe("where a flight is", () => {
  it("is not said without a peer, or of a flight that no peer knows of", () => {
    expect(flightSyncOf("f1", [])).toBeUndefined();
    expect(stateOf()).toBeUndefined();
    expect(stateOf(makeStep({ kind: "aircraft" }))).toBeUndefined();
  });

  it("is only here until the peer has created it, also when that was discarded", () => {
    const created = makeStep({ step: "create" });
    expect(stateOf(created, makeStep({ kind: "track", total: 90 }))).toEqual({ kind: "only_here" });
    expect(stateOf(makeStep({ step: "create", state: "off" }))).toEqual({ kind: "only_here" });
  });

  it("is sent by so many percent of its points and states, rounded down", () => {
    const track = makeStep({ kind: "track", state: "sending", sent: 999, total: 1_500 });
    expect(stateOf(track, makeStep({ kind: "states", total: 1_000 }))).toEqual({ kind: "sending", percent: 39 });
    expect(stateOf(makeStep({ state: "checking", step: "create" }))).toEqual({ kind: "sending", percent: undefined });
  });

  it("differs while a change waits, or a part of its track", () => {
    expect(stateOf(makeStep({ step: "edit" }))).toEqual({ kind: "differs", percent: undefined });
    const track = makeStep({ kind: "track", state: "retry", sent: 2, total: 4 });
    expect(stateOf(makeStep({ step: "process" }), track)).toEqual({ kind: "differs", percent: 50 });
  });

  it("is there once its outbox is empty, and to be processed before that", () => {
    expect(flightSyncOf("f1", [at([], "f1")])).toEqual({ kind: "there" });
    expect(stateOf(makeStep({ step: "process" }))).toEqual({ kind: "to_process" });
  });

  it("needs a person, whatever else happens to it", () => {
    const sending = makeStep({ kind: "track", state: "sending", sent: 1, total: 2 });
    expect(stateOf(sending, makeStep({ state: "conflict" }))).toEqual({ kind: "needs_you" });
    expect(stateOf(sending, makeStep({ kind: "states", state: "needs_person" }))).toEqual({ kind: "needs_you" });
  });

  it("is told of several peers in one state, and never as there while one of them lacks it", () => {
    const [has, lacks] = [at([], "f1"), at([makeStep({ step: "create" })])];
    expect(flightSyncOf("f1", [has, lacks])).toEqual({ kind: "at_some", there: 1, all: 2 });
    expect(flightSyncOf("f1", [has, has])).toEqual({ kind: "there" });
    expect(flightSyncOf("f1", [has, at([makeStep({ state: "conflict" })])])).toEqual({ kind: "needs_you" });
  });
});
