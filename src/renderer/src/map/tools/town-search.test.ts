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

it("finds a large city by its name in any language, with and without accents, and no namesake by it", () => {
  const cities = ["Vienna", "Munich", "Łódź", "Tromsø", "Vienna"];
  const many = new TownSearch({
    names: cities,
    xs: Float32Array.from(cities, () => 0.5),
    ys: Float32Array.from(cities, () => 0.5),
    populations: Float64Array.of(1_700_000, 1_300_000, 700_000, 60_000, 16_000),
  });
  const found = (text: string) => many.find(text, 9).map(({ name, population }) => `${name} ${population}`);
  for (const text of ["Wien", "wien", "Vídeň", "viden"]) expect(found(text)).toEqual(["Vienna 1700000"]);
  expect(found("vienna")).toEqual(["Vienna 1700000", "Vienna 16000"]);
  for (const text of ["München", "munchen", "Mnichov"]) expect(found(text)).toEqual(["Munich 1300000"]);
  expect(found("lodz")).toEqual(["Łódź 700000"]);
  expect(found("tromso")).toEqual(["Tromsø 60000"]);
});

it("gives a town its place", () => {
  expect(search.find("Newport", 1)).toEqual([{ name: "Newport", x: 0.5, y: 0.5, population: 996 }]);
});

it("finds the town nearest to a place, also across the antimeridian, and none where all are far", () => {
  // Columns at 180° W, 135° W, 90° W, 45° W and 0°, on the equator.
  expect(search.nearest({ latitude: 0.1, longitude: -44.8 }, 30_000)).toMatchObject({ name: "New York" });
  expect(search.nearest({ latitude: 0.1, longitude: 179.9 }, 30_000)?.name).toBe("Paris");
  expect(search.nearest({ latitude: 0.1, longitude: 179.9 }, 30_000)?.distanceM).toBeCloseTo(15_725, -2);
  expect(search.nearest({ latitude: 5, longitude: -20 }, 30_000)).toBeUndefined();
});

it("names the town and not its district, and the village outside of it", () => {
  const around = new TownSearch({
    names: ["City", "District", "Village"],
    // A thousandth of the equator is 40 km.
    xs: Float32Array.of(0.5, 0.50005, 0.5005),
    ys: Float32Array.of(0.5, 0.5, 0.5),
    populations: Float64Array.of(200_000, 3_000, 2_000),
  });
  expect(around.nearest({ latitude: 0, longitude: 0.02 }, 30_000)?.name).toBe("City");
  expect(around.nearest({ latitude: 0, longitude: 0.18 }, 30_000)?.name).toBe("Village");
});
