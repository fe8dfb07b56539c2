import { expect, it } from "vitest";
import { stableList } from "./stable-list.ts";

const before = [
  { id: "a", at: 1 },
  { id: "b", at: 2 },
];

it("a list that is loaded again is the same one as long as nothing in it has changed", () => {
  expect(stableList(structuredClone(before), before)).toBe(before);
  expect(stableList(before.toReversed(), before)).toEqual([before[1], before[0]]);
  expect(stableList(before.slice(1), before)).toEqual([before[1]]);
});

it("of a list that has changed, what has not is the same", () => {
  const next = stableList([{ id: "c", at: 3 }, { id: "a", at: 5 }, structuredClone(before[1]!)], before);
  expect(next.map(({ id, at }) => [id, at])).toEqual([
    ["c", 3],
    ["a", 5],
    ["b", 2],
  ]);
  expect(next[2]).toBe(before[1]);
});
