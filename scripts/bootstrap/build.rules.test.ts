import { describe, expect, test } from "vitest";
import { fingerprintOf, isBuildInput } from "./build.rules.mjs";

describe("the fingerprint of a build", () => {
  const files = [
    ["src/a.ts", "one"],
    ["src/b.ts", "two"],
  ] as const;

  test("does not depend on the order of the files", () => {
    expect(fingerprintOf(files.toReversed())).toBe(fingerprintOf(files));
  });

  test("is the same on Windows", () => {
    expect(
      fingerprintOf([
        ["src\\a.ts", "one"],
        ["src\\b.ts", "two"],
      ]),
    ).toBe(fingerprintOf(files));
  });

  test("changes with a content, a name, an added and a removed file", () => {
    const original = fingerprintOf(files);
    expect(fingerprintOf([files[0], ["src/b.ts", "three"]])).not.toBe(original);
    expect(fingerprintOf([files[0], ["src/c.ts", "two"]])).not.toBe(original);
    expect(fingerprintOf([...files, ["src/c.ts", ""]])).not.toBe(original);
    expect(fingerprintOf([files[0]])).not.toBe(original);
  });

  test("cannot be fooled by moving text from a file into the name of the next", () => {
    expect(fingerprintOf([["a", "bc"]])).not.toBe(fingerprintOf([["ab", "c"]]));
  });
});

test.each([
  ["src/main/index.ts", true],
  ["src/renderer/src/map/trail.layer.ts", true],
  ["src/renderer/public/fieldstation.svg", true],
  ["server/kernel/geo.test.ts", false],
  ["src/.DS_Store", false],
])("%s counts as a source of the build: %s", (file, expected) => {
  expect(isBuildInput(file)).toBe(expected);
});
