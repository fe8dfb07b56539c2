import { describe, expect, it } from "vitest";
import { isUnitOnly, vitestArguments } from "./test-sizes.rules.mjs";

describe("the arguments of npm test", () => {
  it.each([
    [[], []],
    [["--unit"], ["--project", "unit"]],
    [["--integration"], ["--project", "integration"]],
    [["--browser"], ["--project", "e2e"]],
    [
      ["--unit", "--integration", "-t", "a station"],
      ["--project", "unit", "--project", "integration", "-t", "a station"],
    ],
    [
      ["server/kernel", "--reporter=json"],
      ["server/kernel", "--reporter=json"],
    ],
  ])("%j are %j to Vitest", (given, expected) => {
    expect(vitestArguments(given)).toEqual(expected);
  });

  it.each([
    [["--unit"], true],
    [["--unit", "server/kernel"], true],
    [["--unit", "--browser"], false],
    [["--integration"], false],
    [[], false],
  ])("%j ask for unit tests alone: %s", (given, expected) => {
    expect(isUnitOnly(given)).toBe(expected);
  });
});
