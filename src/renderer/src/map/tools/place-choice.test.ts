import { afterEach, expect, it } from "vitest";
import { setCurrentLanguage } from "../../text/language.ts";
import { placeChoices } from "./place-choice.ts";

afterEach(() => setCurrentLanguage("en"));

const VIENNA = { name: "Vienna", x: 0.545, y: 0.35, population: 1_700_000 };
const labelsOf = (text: string) => placeChoices(text, [VIENNA], () => "").map(({ label }) => label);

it("names a city as the map does, and as it was found where that is another name", () => {
  expect(labelsOf("vienna")).toEqual(["Vienna"]);
  expect(labelsOf("wien")).toEqual(["Vienna"]);
  setCurrentLanguage("de");
  expect(labelsOf("wien")).toEqual(["Wien"]);
  expect(labelsOf("vienna")).toEqual(["Wien (Vienna)"]);
});

it("takes coordinates for what they are", () => {
  expect(placeChoices("48.2, 16.37", [VIENNA], () => "there")).toMatchObject([{ label: "there", detail: "" }]);
});
