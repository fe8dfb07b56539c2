import { expect, it } from "vitest";
import { avoidEdges, hasRoom, placeLabel } from "./label-place.ts";
import { Occupancy } from "./occupancy.ts";

const size = { widthPx: 60, heightPx: 28 };
const symbol = { x: 200, y: 200 };

/** Takes the room on some sides of the symbol: 0 right, 1 left, 2 below, 3 above. */
function occupiedOn(...sides: readonly number[]): Occupancy {
  const occupancy = new Occupancy();
  const middles = [
    [245, 200],
    [155, 200],
    [200, 230],
    [200, 170],
  ] as const;
  for (const side of sides) {
    const [x, y] = middles[side] ?? [0, 0];
    occupancy.claim(x - 4, y - 4, 8, 8);
  }
  return occupancy;
}

it.each([
  { taken: [], side: 0 },
  { taken: [0], side: 1 },
  { taken: [0, 1], side: 2 },
  { taken: [0, 1, 2], side: 3 },
  { taken: [0, 1, 2, 3], side: undefined },
])("finds the first side with room where $taken are taken", ({ taken, side }) => {
  expect(placeLabel(occupiedOn(...taken), symbol, size)?.side).toBe(side);
});

it("keeps the side that a label had before, as long as there is room", () => {
  expect(placeLabel(occupiedOn(), symbol, size, 2)).toEqual({ side: 2, leftPx: 170, topPx: 215 });
  expect(placeLabel(occupiedOn(2), symbol, size, 2)?.side).toBe(0);
  expect(placeLabel(occupiedOn(0, 2), symbol, size, 2)?.side).toBe(1);
});

it("stands further from a larger symbol, on every side", () => {
  const large = { ...symbol, distancePx: 24 };
  const places = [0, 1, 2, 3].map((side) => placeLabel(new Occupancy(), large, size, side));
  expect(places).toEqual([
    { side: 0, leftPx: 224, topPx: 186 },
    { side: 1, leftPx: 116, topPx: 186 },
    { side: 2, leftPx: 170, topPx: 224 },
    { side: 3, leftPx: 170, topPx: 148 },
  ]);
});

it("leaves the name of a town to be read where there is room on another side, and covers it where there is none", () => {
  const occupancy = occupiedOn();
  occupancy.avoid({ leftPx: 220, topPx: 195, widthPx: 40, heightPx: 12 });
  expect(placeLabel(occupancy, symbol, size)?.side).toBe(1);
  const crowded = occupiedOn(1, 2, 3);
  crowded.avoid({ leftPx: 220, topPx: 195, widthPx: 40, heightPx: 12 });
  expect(placeLabel(crowded, symbol, size)?.side).toBe(0);
});

it("is whole at an edge of the map where there is room on another side, and cut off rather than left out", () => {
  const canvas = { fromPx: 0, toPx: 240, heightPx: 240 };
  const alone = occupiedOn();
  avoidEdges(alone, canvas);
  // To its right it would end at 275, below it at 243.
  expect(placeLabel(alone, symbol, size)?.side).toBe(1);
  const crowded = occupiedOn(1, 3);
  avoidEdges(crowded, canvas);
  expect(placeLabel(crowded, symbol, size)?.side).toBe(0);
});

it("is whole beside a card at the left edge of the map, too", () => {
  const occupancy = occupiedOn(0);
  avoidEdges(occupancy, { fromPx: 160, toPx: 600, heightPx: 600 });
  // To its left it would begin at 125, under the card.
  expect(placeLabel(occupancy, symbol, size)?.side).toBe(2);
});

it("takes the room that it gives", () => {
  const occupancy = occupiedOn(1, 2, 3);
  expect(placeLabel(occupancy, symbol, size)?.side).toBe(0);
  expect(placeLabel(occupancy, symbol, size)).toBeUndefined();
});

it.each([[[]], [[0]], [[0, 1]], [[0, 1, 2]], [[1, 2, 3]], [[0, 1, 2, 3]]])(
  "says whether there is room where %s are taken, without taking it",
  (taken) => {
    const occupancy = occupiedOn(...taken);
    const isRoom = hasRoom(occupancy, symbol, size);
    expect(placeLabel(occupancy, symbol, size) !== undefined).toBe(isRoom);
    expect(isRoom).toBe(taken.length < 4);
  },
);
