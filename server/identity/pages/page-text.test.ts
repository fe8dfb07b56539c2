import { expect, test } from "vitest";
import { formatWait, pageTextFor } from "./page-text.ts";

test.each([
  ["cs-CZ,cs;q=0.9,en;q=0.8", undefined, "cs"],
  ["fr;q=0.9, en;q=0.2, de-AT;q=0.7", undefined, "de"],
  ["de;q=0, en", undefined, "en"],
  ["sk, fr", undefined, "en"],
  [undefined, undefined, "en"],
  ["cs", "de-CH en", "de"],
  ["cs", "fr", "cs"],
  ["cs", ["de"], "cs"],
] as const)("a browser that prefers %o, from an application that asks for %o, gets %s", (header, asked, language) => {
  expect(pageTextFor(header, asked).language).toBe(language);
});

test("a header that is too long is cut, not searched", () => {
  expect(pageTextFor(`${"fr,".repeat(100_000)}cs`).language).toBe("en");
});

test("the time to wait is written in the plural forms of the language", () => {
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  expect([1, 60, 90, 240].map((s) => plain(formatWait(pageTextFor("en"), s)))).toEqual([
    "1 second",
    "60 seconds",
    "2 minutes",
    "4 minutes",
  ]);
  expect([90, 240, 300].map((s) => plain(formatWait(pageTextFor("cs"), s)))).toEqual([
    "2 minuty",
    "4 minuty",
    "5 minut",
  ]);
  expect(plain(formatWait(pageTextFor("de"), 60))).toBe("60 Sekunden");
});
