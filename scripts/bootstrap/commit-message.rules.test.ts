import { expect, test } from "vitest";
import { isCommitSubject } from "./commit-message.rules.mjs";

test.each([
  ["flights: start a new flight outside the region", true],
  ["codecs, ingest: refuse packs that are shorter than their header says", true],
  ["Merge branch 'main' into survey", true],
  ["Fix stuff", false],
  ["flights: ", false],
  ["flights: end with a full stop.", false],
  ["Flights: start with a capital", false],
  [`flights: ${"long ".repeat(30)}end`, false],
])("the commit subject %j is in order: %s", (subject, expected) => {
  expect(isCommitSubject(subject)).toBe(expected);
});
