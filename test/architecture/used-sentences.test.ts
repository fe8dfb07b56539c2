import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { en } from "../../src/renderer/src/text/en/index.ts";
import { sentencesByKey } from "../../src/text/translation.rules.ts";

const CONSOLE = resolve(import.meta.dirname, "../../src/renderer/src");

/** A key as it stands in the sources: `"log.title"`, or in a template with anything in its gaps. */
const KEY = /(["'`])((?:[\w.-]|\$\{[^}`]*\})+)\1/g;
/** The names of values: `labelFor("outputs.state", state)`. */
const LABELS = /\blabelFor\(\s*["'`]([^"'`]+)["'`],/g;

/** What the station says itself is found by its English words, not by a key. */
const isNamedByKey = (key: string): boolean => !key.startsWith("fromStation.");

function readSources(): string {
  return globSync("**/*.{ts,vue}", { cwd: CONSOLE })
    .filter((path) => !path.startsWith("text/") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(resolve(CONSOLE, path), "utf8"))
    .join("\n");
}

/** Which keys the sources name: one by one, or all of a shape such as `alerts.severity.…`. */
function namedKeys(sources: string): (key: string) => boolean {
  const written = [
    ...[...sources.matchAll(KEY)].map((match) => match[2]!),
    ...[...sources.matchAll(LABELS)].map((match) => `${match[1]!}.\${value}`),
  ];
  const literal = new Set(written.filter((text) => !text.includes("${")));
  // A template that has no word of its own would name every key.
  const shapes = written
    .filter((text) => text.includes("${") && /\.\w|\w\./.test(text.replaceAll(/\$\{[^}]*\}/g, "")))
    .map((text) => new RegExp(`^${text.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[\\w.-]+")}$`));
  return (key) => literal.has(key) || shapes.some((shape) => shape.test(key));
}

it("every sentence of the console is used somewhere", () => {
  const keys = [...sentencesByKey(en).keys()].filter(isNamedByKey);
  const isNamed = namedKeys(readSources());
  expect(keys.length).toBeGreaterThan(1000);
  expect(keys.filter((key) => !isNamed(key))).toEqual([]);
});
