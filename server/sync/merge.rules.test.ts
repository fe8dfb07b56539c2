import { describe, expect, test } from "vitest";
import { isSame, mergeFields } from "./merge.rules.ts";

const base = { name: "Mini", weight: 249, visibility: "public" };

describe("a three-way merge", () => {
  test("adopts what only one side changed, in both directions", () => {
    const merge = mergeFields(base, { here: { ...base, name: "Mini 2" }, there: { ...base, weight: 250 } }, null);
    expect(merge).toEqual({
      toHere: { weight: 250 },
      toThere: { name: "Mini 2" },
      merged: { name: "Mini 2", weight: 250, visibility: "public" },
      conflicts: {},
    });
  });

  test("leaves alone what both sides changed alike", () => {
    const both = { ...base, name: "Mini 2" };
    expect(mergeFields(base, { here: both, there: both }, null)).toMatchObject({
      toHere: {},
      toThere: {},
      conflicts: {},
    });
  });

  test("opens a conflict where both sides changed a field differently, and keeps its base", () => {
    const merge = mergeFields(base, { here: { ...base, name: "A" }, there: { ...base, name: "B" } }, null);
    expect(merge.conflicts).toEqual({ name: { base: "Mini", here: "A", there: "B" } });
    expect(merge.merged["name"]).toBe("Mini");
    expect({ ...merge.toHere, ...merge.toThere }).toEqual({});
  });

  test("without a base adopts what only one side has, and a list without entries counts as absent", () => {
    const sides = { here: { callsign: null, groups: [] }, there: { callsign: "W1", groups: ["north"] } };
    expect(mergeFields(null, sides, null)).toMatchObject({ toHere: sides.there, toThere: {}, conflicts: {} });
    const other = { here: sides.there, there: sides.here };
    expect(mergeFields(null, other, null)).toMatchObject({ toHere: {}, toThere: sides.there, conflicts: {} });
  });

  test.each([
    ["here", {}, { name: "A" }],
    ["there", { name: "B" }, {}],
    [{ value: "C" }, { name: "C" }, { name: "C" }],
  ])("follows the decision %j", (decision, toHere, toThere) => {
    const sides = { here: { ...base, name: "A" }, there: { ...base, name: "B" } };
    expect(mergeFields(base, sides, { name: decision })).toMatchObject({ toHere, toThere, conflicts: {} });
  });

  test("fills in a value that one side lacks where there is no common copy", () => {
    const merge = mergeFields(null, { here: { name: "A", weight: null }, there: { name: null, weight: 3 } }, null);
    expect(merge).toMatchObject({ toHere: { weight: 3 }, toThere: { name: "A" }, conflicts: {} });
  });

  test("prefers private where there is no common copy: nothing is made public by a guess", () => {
    for (const [here, there] of [
      ["private", "public"],
      ["public", "private"],
    ]) {
      const merge = mergeFields(null, { here: { visibility: here }, there: { visibility: there } }, null);
      expect(merge.merged).toEqual({ visibility: "private" });
    }
  });

  test("treats a removed value as a change", () => {
    const merge = mergeFields({ max_height: 50 }, { here: { max_height: null }, there: { max_height: 50 } }, null);
    expect(merge.toThere).toEqual({ max_height: null });
  });
});

describe("two values are the same", () => {
  test.each([
    [50.1234567, 50.12345670000001],
    [
      { type: "Point", coordinates: [14.4, 50.1], radius: 100 },
      { radius: 100.000001, coordinates: [14.4, 50.1], type: "Point" },
    ],
    [
      { lat: 1, lon: 2, altitude: null },
      { lat: 1, lon: 2 },
    ],
    [
      ["a", "b"],
      ["a", "b"],
    ],
    [null, null],
  ])("%j and %j", (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  test.each([
    [50.1234567, 50.1234667],
    [["a"], ["a", "b"]],
    [0, null],
    ["", null],
    [{ type: "Point" }, ["Point"]],
  ])("but not %j and %j", (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});
