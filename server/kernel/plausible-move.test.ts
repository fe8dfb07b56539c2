import { describe, expect, it } from "vitest";
import { emptyTrackEnd, isPlausibleMove, nextMove } from "./plausible-move.ts";

const at = (second: number, north: number) => ({ timeMs: second * 1000, latitude: 50 + north, longitude: 14 });
/** Where the moves of a track begin, in degrees north of the 50th parallel; `undefined` for a position without one. */
function movesOf(...positions: readonly (readonly [second: number, north: number])[]) {
  const end = emptyTrackEnd();
  return positions.map(([second, north]) => {
    const move = nextMove(end, at(second, north));
    return move && Math.round((move.from.latitude - 50) * 1000) / 1000;
  });
}

describe("a move of an aircraft", () => {
  it.each([
    [at(0, 0), at(1, 0.004), true],
    [at(0, 0), at(1, 0.005), false],
    [at(10, 0), at(0, 0.015), true],
    [at(0, 0), at(0, 0.0018), true],
    [{ ...at(0, 0), longitude: 179.9999 }, { ...at(1, 0), longitude: -179.9999 }, true],
  ])("from %j to %j can be: %s", (a, b, expected) => {
    expect(isPlausibleMove(a, b)).toBe(expected);
    expect(isPlausibleMove(b, a)).toBe(expected);
  });
});

describe("the moves of a track", () => {
  it("begin where the one before ended", () => {
    expect(movesOf([0, 0], [1, 0.001], [2, 0.002])).toEqual([0, 0, 0.001]);
  });

  it("leave out a single wrong position", () => {
    expect(movesOf([0, 0], [1, 1], [2, 0.001], [3, 0.002])).toEqual([0, undefined, 0, 0.001]);
  });

  it("leave out a jump that later positions confirm, and go on behind it", () => {
    expect(movesOf([0, 0], [1, 1], [2, 1.001], [3, 1.002])).toEqual([0, undefined, 1, 1.001]);
    expect(movesOf([0, 1], [1, 0], [2, 0.001])).toEqual([1, undefined, 0]);
  });

  it("leave out one wrong position after another", () => {
    expect(movesOf([0, 0], [1, 1], [2, 2], [3, 0.001])).toEqual([0, undefined, undefined, 0]);
  });
});
