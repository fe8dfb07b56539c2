import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Allowance, bannedWordsOf, findBanned, findOddBounds } from "./glossary.rules.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(repository, file), "utf8");

/** The glossary names the words that it replaces, and this test tries them. */
const exempt = new Set([
  "docs/glossary.md",
  "test/architecture/glossary.test.ts",
  "test/architecture/glossary.rules.ts",
]);

const allowances: readonly Allowance[] = [
  {
    file: /^(server\/identity|src\/main\/account|src\/renderer|docs|test)\//,
    text: /response_mode|fragment:|location\.hash|urlFragment|URL fragment|createDocumentFragment/,
    why: "the part of an address after its #, also in the DevTools protocol, and a response mode of OAuth 2.0",
  },
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(ts|mjs|js|vue|md|ya?ml|html|css)$/.test(file) && existsSync(path.join(repository, file)))
  .filter((file) => !exempt.has(file));

const banned = bannedWordsOf(read("docs/glossary.md"));

describe("the glossary", () => {
  test("is one page that replaces some words", () => {
    expect(banned.length).toBeGreaterThan(8);
    expect(read("docs/glossary.md").split("\n").length).toBeLessThan(70);
  });

  test("holds in every name and sentence", () => {
    const findings = files.flatMap((file) => {
      const lines = read(file).split("\n");
      const isAllowed = (text: string) => allowances.some((one) => one.file.test(file) && one.text.test(text));
      return [
        ...findBanned(file, banned).map(({ word }) => `${file}: its name has "${word}"`),
        ...findBanned(lines.join("\n"), banned)
          .filter(({ line }) => !isAllowed(lines[line - 1]!))
          .map(({ line, word }) => `${file}:${line}: "${word}"`),
      ];
    });
    expect(findings).toEqual([]);
  });

  test("has MAX_ and MIN_ for bounds", () => {
    const findings = files
      .filter((file) => /\.(ts|mjs|js|vue)$/.test(file))
      .flatMap((file) => findOddBounds(read(file)).map((name) => `${file}: ${name}`));
    expect(findings).toEqual([]);
  });
});

describe("the glossary can be broken", () => {
  const words = [
    { word: "book", term: "fusion state" },
    { word: "fragment", term: "suboperation" },
    { word: "ledger", term: "pending writes" },
  ];

  test.each([
    ["const state = createBook(deps);", ["book"]],
    ["server/features/operations/fragment-fixes.index.ts", ["fragment"]],
    ["What is in the ledger waits for the disk.", ["ledger"]],
    ["CREATE TABLE statistics_by_fragment (id INTEGER)", ["fragment"]],
    ["two Fragments", ["fragment"]],
    ["a notebook, bookmarks and fragmentation", []],
  ])("by %s", (text, found) => {
    expect(findBanned(text, words).map(({ word }) => word)).toEqual(found);
  });

  test.each([
    ["const MOST_ROWS = 5;", ["MOST_ROWS"]],
    ["NOTE_LONGEST", ["NOTE_LONGEST"]],
    ["MAX_ROWS", []],
  ])("by the bound %s", (text, found) => {
    expect(findOddBounds(text)).toEqual(found);
  });

  test("is read from the last column of its table", () => {
    const table =
      "| Term | Means | Source | Not |\n|---|---|---|---|\n| **fusion state** | memory | – | book, ledger |\n";
    expect(bannedWordsOf(table)).toEqual([
      { word: "book", term: "fusion state" },
      { word: "ledger", term: "fusion state" },
    ]);
  });
});
