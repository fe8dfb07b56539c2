import { expect, test } from "vitest";
import { duration } from "./output.mjs";

test.each([
  [432, "0.4 s"],
  [12_300, "12 s"],
  [59_700, "1 min 0 s"],
  [125_000, "2 min 5 s"],
])("%i ms reads as %s", (ms, text) => {
  expect(duration(ms)).toBe(text);
});
