import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanText } from "../kernel/operator-id.rules.ts";
import { isFrenchIdentifier, printableTextOf } from "./identity.rules.ts";

test.each([
  ["AMSBB1000000000000000000BETA01", true],
  ["1596F351901936310360", false],
  ["AMSBB1-00000000000000000BETA01", false],
])("%s has the shape of a French identifier: %s", (serial, expected) => {
  expect(isFrenchIdentifier(serial)).toBe(expected);
});

test("the bytes of a UAS ID are text only if all of them before the padding are printable", () => {
  const hex = (text: string) => Buffer.from(text, "latin1").toString("hex").padEnd(40, "0");
  expect(printableTextOf(hex("1596F351901936310360"))).toBe("1596F351901936310360");
  expect(printableTextOf(hex("SESSION 7"))).toBe("SESSION 7");
  expect(printableTextOf(hex("ABC"))).toBeUndefined();
  expect(printableTextOf(hex("ABCD\0EFGH"))).toBeUndefined();
  expect(printableTextOf(hex("\x01SESSION"))).toBeUndefined();
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(printableTextOf(`${uuid.replaceAll("-", "")}00000000`)).toBeUndefined();
    }),
  );
});

test("cleaned text has no control characters, whatever was received", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const character of cleanText(text)) {
        const code = character.codePointAt(0)!;
        expect(code >= 0x20 && !(code >= 0x7f && code <= 0x9f)).toBe(true);
      }
    }),
  );
});
