import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvText, jsonText, xmlText } from "./text-escaping.ts";

const anyText = fc.string({
  unit: fc.oneof(fc.string({ unit: "binary", maxLength: 1 }), fc.constantFrom("\ud800", "\udfff")),
});

describe("csvText", () => {
  it.each([
    ["receiver-1", "receiver-1"],
    ["", ""],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+420", "'+420"],
    ["-1+1", "'-1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tx", "'\tx"],
    ["\rx", '"\'\rx"'],
    [" =1", "' =1"],
    ["\u0001=1", "'=1"],
    ["\uff1d1", "'\uff1d1"],
    ["a=b-c", "a=b-c"],
    ["a\u0000b\ud800", "ab\ufffd"],
  ])("writes %j as %j", (text, field) => {
    expect(csvText(text)).toBe(field);
  });
});

describe("xmlText", () => {
  it("escapes the special characters of XML and drops those it does not allow", () => {
    expect(xmlText('<a href="x">&\'\u0000\u000b\ufffe\ud83d</a>\r\n\t🚁')).toBe(
      "&lt;a href=&quot;x&quot;&gt;&amp;&apos;\ufffd&lt;/a&gt;&#13;\n\t🚁",
    );
  });

  it("never leaves a character outside XML's Char production", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // XML 1.0, production 2.
        expect(xmlText(text)).toMatch(/^[\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u);
      }),
    );
  });
});

describe("jsonText", () => {
  it("keeps all valid Unicode text, and replaces lone surrogates", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(jsonText(text))).toBe(text.toWellFormed());
      }),
    );
  });
});
