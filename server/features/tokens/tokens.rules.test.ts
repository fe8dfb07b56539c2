import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../kernel/clock.ts";
import {
  expiryProblem,
  hashOf,
  isSameHash,
  isTokenText,
  shouldRecordUse,
  generateTokenText,
  prefixOf,
} from "./tokens.rules.ts";

describe("the text of a token", () => {
  it("is eight characters, a dot and 32 characters, unique, from the complete alphabet", () => {
    const texts = Array.from({ length: 500 }, () => generateTokenText(randomInt));
    expect(texts.filter((text) => !isTokenText(text))).toEqual([]);
    expect(new Set(texts.map(prefixOf)).size).toBe(500);
    expect(new Set(texts.join("").replaceAll(".", "")).size).toBe(62);
  });

  it("is generated from the given random source, first to last character", () => {
    expect(generateTokenText(() => 0)).toBe(`${"A".repeat(8)}.${"A".repeat(32)}`);
    expect(generateTokenText((bound) => bound - 1)).toBe(`${"9".repeat(8)}.${"9".repeat(32)}`);
  });

  it.each([
    "",
    "short.text",
    `${"a".repeat(8)}.${"a".repeat(31)}`,
    `${"a".repeat(8)}.${"ä".repeat(32)}`,
    `${"a".repeat(8)}.${"a".repeat(32)}\n`,
  ])("is not valid as %j", (text) => {
    expect(isTokenText(text)).toBe(false);
  });
});

describe("hashes", () => {
  it("are SHA-256 and equal only for equal texts", () => {
    expect(hashOf("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(isSameHash(hashOf("abc"), hashOf("abc"))).toBe(true);
    expect(isSameHash(hashOf("abc"), hashOf("abd"))).toBe(false);
    expect(isSameHash(hashOf("abc"), Buffer.alloc(0))).toBe(false);
  });
});

describe("the end of a token's validity", () => {
  it.each([
    [-1, "must be in the future"],
    [0, "must be in the future"],
    [1, undefined],
    [90 * DAY_MS, undefined],
    [90 * DAY_MS + 1, "must be at most 90 days from now"],
    [Infinity, "must be at most 90 days from now"],
  ])("%d ms from now: %s", (ms, problem) => {
    expect(expiryProblem(1000 + ms, 1000)).toBe(problem);
  });
});

it("a use is recorded when the last recorded one is a minute old", () => {
  expect([null, 0, 1].map((lastMs) => shouldRecordUse(lastMs, 60_000))).toEqual([true, true, false]);
});
