import { expect, it } from "vitest";
import { shownLength, typedMetres } from "./length-text.ts";

it("a length is typed in feet, or in nautical miles, where a person reads these, and kept in metres", () => {
  expect(typedMetres("400", "height", "aviation")).toBe("121.9");
  expect(typedMetres("0,5", "distance", "aviation")).toBe("926");
  expect(typedMetres("100", "width", "aviation")).toBe("30.5");
  expect(shownLength("121.9", "height", "aviation")).toBe("400");
  expect(shownLength("926", "distance", "aviation")).toBe("0.5");
  expect(shownLength("30.5", "width", "aviation")).toBe("100");
});

it("a length in metres, none, and what is no number stay as they were typed", () => {
  for (const text of ["120,5", "", "high"]) {
    expect(typedMetres(text, "height", "metric")).toBe(text);
    expect(shownLength(text, "height", "metric")).toBe(text);
  }
  for (const text of ["", "high"]) {
    expect(typedMetres(text, "height", "aviation")).toBe(text);
    expect(shownLength(text, "height", "aviation")).toBe(text);
  }
});
