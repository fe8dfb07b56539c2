import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { program } from "../../server/app/cli.ts";
import { WARNING_TYPES } from "../../server/contracts/operations.ts";
import { anchorsOf, linksOf, namedSourcesOf, npmScriptsOf, readStationCommands, type Link } from "./markdown.reader.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(repository, file), "utf8");

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: repository,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(repository, file)));
const documents = files.filter((file) => file.endsWith(".md"));

function isWhole(document: string, { file, anchor }: Link): boolean {
  const target = file === "" ? document : path.posix.join(path.posix.dirname(document), file);
  if (!existsSync(path.join(repository, target))) return false;
  return anchor === "" || anchorsOf(read(target)).includes(anchor);
}

describe("the documents", () => {
  it("are there", () => {
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/operators-guide.md", "docs/decisions/README.md"]),
    );
  });

  it("link to files and headings that exist", () => {
    const broken = documents.flatMap((document) =>
      linksOf(read(document))
        .filter((link) => !isWhole(document, link))
        .map(({ file, anchor }) => `${document}: ${file}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  it("name files and folders that are there, by their path or the end of it", () => {
    // The recipes name the files of a feature that nobody has written, notes, and of a kind.
    const isExample = (name: string) => /\bnotes?\.|\/notes\/|-notes\.|<kind>/.test(name);
    const named = documents
      .filter((document) => document.startsWith("docs/"))
      .flatMap((document) => namedSourcesOf(read(document)).map((name) => ({ document, name })));
    expect(named.length).toBeGreaterThan(400);
    const missing = named
      .filter(({ document, name }) => document !== "docs/adding-a-feature.md" || !isExample(name))
      .filter(
        ({ name }) => !existsSync(path.join(repository, name)) && !files.some((file) => file.endsWith(`/${name}`)),
      )
      .map(({ document, name }) => `${document}: ${name}`);
    expect(missing).toEqual([]);
  });

  it("name scripts of package.json only", () => {
    const known = new Set([...Object.keys(packageFile.scripts), "ci"]);
    const unknown = documents.flatMap((document) =>
      npmScriptsOf(read(document))
        .filter((script) => !known.has(script))
        .map((script) => `${document}: npm run ${script}`),
    );
    expect(unknown).toEqual([]);
  });

  it("list every decision in its order, without a gap or a double", () => {
    const decisions = documents.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).map((f) => path.basename(f));
    const listed = linksOf(read("docs/decisions/README.md")).map(({ file }) => file);
    expect(listed).toEqual(decisions.toSorted());
    expect(listed.map((file) => Number(file.slice(0, 4)))).toEqual(listed.map((_, place) => place + 1));
  });
});

describe("the command lines in the documents", () => {
  const named = documents.flatMap((document) =>
    readStationCommands(read(document)).map((command) => ({ document, ...command })),
  );
  const helpOf = (name: string): string =>
    name
      .split(" ")
      .reduce<Command | undefined>((parent, word) => parent?.commands.find((one) => one.name() === word), program)
      ?.helpInformation() ?? "";

  it("are many enough for these tests to mean something", () => {
    expect(named.map(({ command }) => command)).toEqual(
      expect.arrayContaining(["serve", "replay", "export", "doctor", "user add", "token create", "client add"]),
    );
  });

  it("use options that the command has", () => {
    const unknown = named.flatMap(({ document, command, options }) =>
      options
        .filter((option) => !new RegExp(`^  ${option}\\b`, "m").test(helpOf(command)))
        .map((option) => `${document}: ${command} ${option}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("the operator's guide", () => {
  const guide = read("docs/operators-guide.md");
  const explained = new Set([...guide.matchAll(/^\| `([a-z_]+)`/gm)].map(([, name]) => name));

  it("explains every warning", () => {
    expect(WARNING_TYPES.filter((warning) => !explained.has(warning))).toEqual([]);
  });

  it("explains every reason for which a frame is refused", () => {
    const union = /export type RefusalReason =([^;]+);/.exec(read("server/ingest/decoded.ts"))?.[1] ?? "";
    const reasons = [...union.matchAll(/"([a-z_]+)"/g)].map(([, reason]) => reason);
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => !explained.has(reason))).toEqual([]);
  });
});

describe("the reader of documents", () => {
  it("finds what can be broken", () => {
    const text = "See [a](docs/no-such.md#here), ![b](b.png) and [c](https://example.org).\n\n## What is *here*?\n";
    expect(linksOf(text)).toEqual([
      { file: "docs/no-such.md", anchor: "here" },
      { file: "b.png", anchor: "" },
    ]);
    expect(isWhole("README.md", { file: "docs/no-such.md", anchor: "" })).toBe(false);
    expect(anchorsOf(text)).toEqual(["what-is-here"]);
    expect(anchorsOf('## <a id="here"></a>Was ist *hier*?\n')).toEqual(["was-ist-hier", "here"]);
    expect(
      namedSourcesOf("`server/app/`, `app/cli.ts`, `udp.source.ts`, `<kind>.ts`, `*.test.ts`, `npm start`"),
    ).toEqual(["server/app/", "app/cli.ts", "udp.source.ts", "<kind>.ts"]);
    expect(npmScriptsOf("`npm run no-such -- --all`, `npm start`")).toEqual(["no-such", "start"]);
    expect(
      readStationCommands("`npm run station -- serve --no-such 1 --port 2`, `npm run station -- user add a --json`"),
    ).toEqual([
      { command: "serve", options: ["--no-such", "--port"] },
      { command: "user add", options: ["--json"] },
    ]);
  });
});
