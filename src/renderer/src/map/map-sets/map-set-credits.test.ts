import { describe, expect, it } from "vitest";
import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import { mapSetCreditsOf, NO_REPORT } from "./map-set-credits.ts";

const set = (id: string, attribution: string, opacity = 1) =>
  ({ id, name: `Map ${id}`, attribution, opacity }) as unknown as MapSet;
const SETS = [set("a", "© One"), set("b", ""), set("c", "© One"), set("d", "© Two"), set("e", "© Three", 0)];

describe("the credits of map sets", () => {
  it("name each source in view once, and the sets that do not state theirs", () => {
    expect(mapSetCreditsOf(SETS, { inView: ["a", "b", "c", "e"], failing: [] })).toEqual({
      stated: ["© One"],
      unstated: ["Map b"],
      failing: [],
    });
  });

  it("do not ask for the source of an overlay", () => {
    const overlay = { ...set("f", ""), kind: "overlay" } as MapSet;
    expect(mapSetCreditsOf([overlay], { inView: ["f"], failing: [] }).unstated).toEqual([]);
  });

  it("are empty if no set is in view", () => {
    expect(mapSetCreditsOf(SETS, NO_REPORT)).toEqual({ stated: [], unstated: [], failing: [] });
  });

  it("name the sets that fail", () => {
    expect(mapSetCreditsOf(SETS, { inView: [], failing: ["d"] }).failing).toEqual(["Map d"]);
  });
});
