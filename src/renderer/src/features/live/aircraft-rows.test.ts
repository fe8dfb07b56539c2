import { describe, expect, it } from "vitest";
import { type AircraftRow, keepOrder, sortRows } from "./aircraft-rows.ts";

function row(id: string, values: Partial<AircraftRow> = {}): AircraftRow {
  return {
    id,
    name: id.toUpperCase(),
    nameParts: { head: "", tail: id.toUpperCase() },
    age: "active",
    ageMs: 0,
    shape: "unknown",
    headingDeg: null,
    heightM: undefined,
    heightType: undefined,
    computedAboveGroundM: undefined,
    speedMs: null,
    distanceM: 0,
    technologies: [],
    isEmergency: false,
    isWarned: false,
    zone: undefined,
    isSeen: false,
    recordedAtMs: undefined,
    isApproximate: false,
    fromPeer: undefined,
    ...values,
  };
}

const ids = (rows: readonly AircraftRow[]) => rows.map(({ id }) => id);

describe("the order of the list", () => {
  it("puts emergencies first in every order", () => {
    const rows = [row("a", { heightM: 900 }), row("b", { isEmergency: true })];
    expect(ids(sortRows(rows, "height"))).toEqual(["b", "a"]);
    expect(ids(sortRows(rows, "name"))).toEqual(["b", "a"]);
  });

  it("keeps the order of aircraft that are all active", () => {
    const rows = [row("c", { ageMs: 10 }), row("a", { ageMs: 900 }), row("b", { ageMs: 400 })];
    expect(ids(sortRows(rows, "received"))).toEqual(["a", "b", "c"]);
  });

  it("puts stale aircraft after active ones", () => {
    const rows = [row("a", { age: "stale" }), row("b", { age: "ageing" }), row("c")];
    expect(ids(sortRows(rows, "received"))).toEqual(["c", "b", "a"]);
  });

  it("puts unknown heights last, and heights below zero before them", () => {
    const rows = [row("a"), row("b", { heightM: -5 }), row("c", { heightM: 120 })];
    expect(ids(sortRows(rows, "height"))).toEqual(["c", "b", "a"]);
  });

  it("puts the nearest first, and aircraft without a name last", () => {
    const rows = [row("a", { distanceM: 500 }), row("b", { distanceM: 20 })];
    expect(ids(sortRows(rows, "distance"))).toEqual(["b", "a"]);
    expect(ids(sortRows([row("x", { name: undefined }), row("y")], "name"))).toEqual(["y", "x"]);
  });
});

describe("the former order", () => {
  it("is kept, without what is gone and with what is new at its end", () => {
    const before = [row("c"), row("gone"), row("a")];
    const rows = [row("a", { heightM: 5 }), row("b"), row("c")];
    expect(keepOrder(rows, before)).toEqual([rows[2], rows[0], rows[1]]);
  });
});
