import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));

const LINE_LIMIT = 300;

/** Files that are longer than the limit, and why that reads better than several. */
const longWithReason: Readonly<Record<string, string>> = {};

/** What git knows or would take in: the sources without what is built, installed or recorded. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(repository, file)));

const code = files.filter((file) => /\.(ts|mjs|js|vue)$/.test(file));
const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const lines = (file: string) => read(file).split("\n").length - 1;

const kebab = "[a-z0-9]+(-[a-z0-9]+)*";
const thingAndRole = new RegExp(String.raw`^${kebab}(\.${kebab})*\.(ts|mjs|js)$`);
const component = /^([A-Z][a-z0-9]*)+\.vue$/;
const sayNothing = /(^|[.-])(utils?|helpers?|managers?|misc)\./;

/** The folders of a person's or a build machine's own; put together so that this file is not one of its findings. */
const machinePath = new RegExp(
  String.raw`(?<![\w.~-])/(?:${["work", "root", "Users", "home/(?!field)"].join("|")})/?[a-z]`,
);

const isWellNamed = (file: string) => {
  const name = path.basename(file);
  return !sayNothing.test(name) && (name.endsWith(".vue") ? component.test(name) : thingAndRole.test(name));
};

describe("the files of this repository", () => {
  test("are many enough for these tests to mean something", () => {
    expect(code.length).toBeGreaterThan(100);
  });

  test(`have at most ${LINE_LIMIT} lines, or a reason`, () => {
    const styles = files.filter((file) => file.endsWith(".css"));
    expect([...code, ...styles].filter((file) => lines(file) > LINE_LIMIT && !(file in longWithReason))).toEqual([]);
  });

  test("that needed a reason for their length still need it", () => {
    expect(
      Object.keys(longWithReason).filter(
        (file) => !existsSync(path.join(repository, file)) || lines(file) <= LINE_LIMIT,
      ),
    ).toEqual([]);
  });

  test("are named subject.role in kebab case, components in Pascal case", () => {
    expect(code.filter((file) => !isWellNamed(file))).toEqual([]);
  });

  test("name no folder of one machine", () => {
    const texts = [...code, ...files.filter((file) => /\.(md|json|ya?ml|css|html)$/.test(file))];
    expect(texts.filter((file) => file !== "package-lock.json" && machinePath.test(read(file)))).toEqual([]);
  });

  test("make a station less safe in tests only: neither the command line nor the desktop has a way to it", () => {
    const programs = code.filter((file) => !/^test\/|\.(test|fixture)\.ts$/.test(file));
    expect(programs.filter((file) => /\b(lessSafe|LESS_SAFE)\b/.test(read(file)))).toEqual(["server/app/index.ts"]);
  });

  test("give every suppressed finding of a linter its reason", () => {
    const bare = /(?:oxlint|eslint)-disable[\w-]*(?:\s+[\w@/-]+(?:,\s*[\w@/-]+)*)?\s*(?:\*\/|-->|$)/m;
    expect(code.filter((file) => bare.test(read(file)))).toEqual([]);
  });
});

describe("these habits can be broken", () => {
  test.each([
    ["server/kernel/timeRange.ts", false],
    ["server/kernel/utils.ts", false],
    ["server/storage/db-helpers.ts", false],
    ["server/features/flights/flights.manager.ts", false],
    ["src/renderer/src/shell/app-shell.vue", false],
    ["src/renderer/src/shell/AppShell.vue", true],
    ["server/features/flights/flight-plan.upsert.ts", true],
    ["server/kernel/time-range.test.ts", true],
  ])("by the name %s: %s", (file, expected) => {
    expect(isWellNamed(file)).toBe(expected);
  });

  test.each([
    [["", "work", "main"].join("/"), true],
    [["", "root", ".npm"].join("/").replace(".", ""), true],
    [["", "home", "anna"].join("/"), true],
    ["https://example.org/work/flights", false],
    ["/api/v1/homes", false],
  ])("by the path %s: %s", (text, expected) => {
    expect(machinePath.test(text)).toBe(expected);
  });
});
