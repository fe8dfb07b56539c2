import { expect, it } from "vitest";
import { TownSearch } from "./town-search.ts";

const names = ["Paris", "Ústí nad Labem", "Usti", "New York", "Newport"];
const search = new TownSearch({
  names,
  xs: Float32Array.from(names, (_, index) => index / 8),
  ys: Float32Array.from(names, () => 0.5),
  populations: Float64Array.from(names, (_, index) => 1000 - index),
});
const find = (text: string, limit = 9) => search.find(text, limit).map(({ name }) => name);

it("finds towns by the beginning of any word, whatever the case and the accents, the largest first", () => {
  expect(find("usti")).toEqual(["Ústí nad Labem", "Usti"]);
  expect(find("ÚST", 1)).toEqual(["Ústí nad Labem"]);
  expect(find("york")).toEqual(["New York"]);
  expect(find("ew")).toEqual([]);
  expect(find("new")).toEqual(["New York", "Newport"]);
  expect(find("usti-nad")).toEqual(["Ústí nad Labem"]);
  expect(find("  ")).toEqual([]);
});

it("gives a town its place", () => {
  expect(search.find("Newport", 1)).toEqual([{ name: "Newport", x: 0.5, y: 0.5, population: 996 }]);
});
