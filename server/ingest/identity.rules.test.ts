import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText, isCta2063Serial } from "./identity.rules.ts";

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

test("cleaned text holds no control characters, whatever came over the air", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const character of cleanText(text)) {
        const code = character.codePointAt(0)!;
        expect(code >= 0x20 && !(code >= 0x7f && code <= 0x9f)).toBe(true);
      }
    }),
  );
});
