import { expect, it } from "vitest";
import { differencesOf } from "./snapshot-difference.rules.ts";

it("names what a device does not have as its configuration set says", () => {
  expect(differencesOf({ a: 1, b: "x", c: { d: 1 } }, { a: 1, b: "y", c: { d: 1 }, e: true })).toEqual([
    { name: "b", here: "x", inSet: "y" },
    { name: "e", here: undefined, inSet: "true" },
  ]);
});
