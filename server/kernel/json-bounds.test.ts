import { expect, it } from "vitest";
import { jsonBoundsProblem } from "./json-bounds.ts";

const problemOf = (text: string) => jsonBoundsProblem(Buffer.from(text));

it.each([
  ["[".repeat(500_000), "is nested more than 64 levels deep"],
  ['{"a":'.repeat(65), "is nested more than 64 levels deep"],
  [`[${"{},".repeat(300_000)}{}]`, "has more than 50000 values"],
  [`[${"1,".repeat(500_000)}1]`, "has more than 50000 values"],
  [JSON.stringify(Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [n, n]))), "has more than 20000 members"],
])("refuses what costs more to check than to send", (text, problem) => {
  expect(problemOf(text)).toContain(problem);
});

it.each([
  ["a large text of brackets and commas", JSON.stringify({ note: '[{,\\"'.repeat(150_000) })],
  ["many records", JSON.stringify(Array.from({ length: 6000 }, (_, n) => ({ n, at: [n, n], text: "a:".repeat(50) })))],
  ["64 levels", "[".repeat(64) + "]".repeat(64)],
  ["brackets beside each other", `[${"[],".repeat(1000)}[]]`],
])("leaves %s to the parser", (_what, text) => {
  expect(problemOf(text)).toBeUndefined();
});
