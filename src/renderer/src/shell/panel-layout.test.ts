import { describe, expect, it } from "vitest";
import { otherSide, parsePanelLayout, placeOf, sideAt, USUAL_LAYOUT, withFold, withSide } from "./panel-layout.ts";

describe("the stored layout of the panels", () => {
  it("is read as it was written", () => {
    const moved = withFold(withSide(withSide(USUAL_LAYOUT, "list", "after"), "timeline", "before"), "card", true);
    expect(parsePanelLayout(JSON.stringify(moved))).toEqual({
      list: "after",
      card: "after",
      timeline: "before",
      folded: ["card"],
    });
  });

  it.each(["", "{", "null", "[]", "7", '"left"', "{}", '{"list":"left","card":1,"timeline":null,"folded":"list"}'])(
    "is the usual one where it cannot be read: %s",
    (stored) => {
      expect(parsePanelLayout(stored)).toEqual(USUAL_LAYOUT);
    },
  );

  it("keeps what can be read beside what cannot", () => {
    const stored = '{"list":"after","card":"over","folded":["timeline"],"map":"before"}';
    expect(parsePanelLayout(stored)).toEqual({ ...USUAL_LAYOUT, list: "after" });
  });
});

it("folds a panel once, and brings it back", () => {
  const folded = withFold(withFold(USUAL_LAYOUT, "list", true), "list", true);
  expect(folded.folded).toEqual(["list"]);
  expect(withFold(folded, "list", false)).toEqual(USUAL_LAYOUT);
});

it("names the side of a panel by how it stands to the map", () => {
  expect([placeOf("before", "across"), placeOf(otherSide("before"), "across")]).toEqual(["left", "right"]);
  expect([placeOf("before", "down"), placeOf(otherSide("before"), "down")]).toEqual(["above", "below"]);
});

it("takes a panel to the half of the page over which it is dropped", () => {
  const page = { left: 84, top: 50, width: 1_000, height: 600 };
  expect([583, 585].map((x) => sideAt({ x, y: 60 }, page, "across"))).toEqual(["before", "after"]);
  expect([349, 351].map((y) => sideAt({ x: 90, y }, page, "down"))).toEqual(["before", "after"]);
});
