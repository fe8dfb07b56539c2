import { expect, test } from "vitest";
import { isCta2063Serial } from "./serial-number.ts";

test.each([
  ["1596F351901936310360", true],
  ["1588E040445AC004418", true],
  ["1581F3YT7XTEST000001", true],
  ["1596F35190193631036", false],
  ["1596O351901936310360", false],
  ["159", false],
  ["", false],
])("%s has the shape of ANSI/CTA-2063-A: %s", (serial, expected) => {
  expect(isCta2063Serial(serial)).toBe(expected);
});
