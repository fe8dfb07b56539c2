import { afterEach, describe, expect, it } from "vitest";
import { setCurrentLanguage } from "../text/language.ts";
import { countryName, townName } from "./place-names.ts";

afterEach(() => setCurrentLanguage("en"));

describe("names on the map", () => {
  const germany = { name: "Germany", code: "DE" };
  const prague = { name: "Prague", population: 1_165_581 };

  it("are those of the map in English", () => {
    expect([countryName(germany), townName(prague)]).toEqual(["Germany", "Prague"]);
  });

  it("are those of the language that is shown", () => {
    setCurrentLanguage("cs");
    expect([countryName(germany), townName(prague)]).toEqual(["Německo", "Praha"]);
    setCurrentLanguage("de");
    expect([countryName(germany), townName(prague)]).toEqual(["Deutschland", "Prag"]);
  });

  it("have the Czech name of Mexico City, which is not the Spanish one", () => {
    setCurrentLanguage("cs");
    expect(townName({ name: "Mexico City", population: 12_294_193 })).toBe("Mexiko");
  });

  it("stay as they are where nobody knows another, or it is a smaller place of the same name", () => {
    setCurrentLanguage("de");
    expect(countryName({ name: "Somaliland", code: "" })).toBe("Somaliland");
    expect(townName({ name: "Vienna", population: 16_000 })).toBe("Vienna");
    expect(townName({ name: "constructor", population: 1_000_000 })).toBe("constructor");
  });
});
