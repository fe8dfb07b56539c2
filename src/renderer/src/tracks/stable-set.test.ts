import { expect, it } from "vitest";
import { stableSet } from "./stable-set.ts";

it("gives the same set as long as its members are the same", () => {
  const before = new Set(["a", "b"]);
  expect(stableSet(new Set(["b", "a"]), before)).toBe(before);
  expect(stableSet(new Set(), undefined)).toEqual(new Set());
});

it.each([[["a"]], [["a", "c"]], [["a", "b", "c"]]])("gives the new set when its members are %s", (members) => {
  expect(stableSet(new Set(members), new Set(["a", "b"]))).toEqual(new Set(members));
});
