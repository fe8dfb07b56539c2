import { expect, it } from "vitest";
import { readDraft } from "./draft.rules.ts";

const fresh = { name: "", corners: [] as readonly number[], area: { radiusM: 1 }, zone: undefined };

it("takes up what was typed before", () => {
  const typed = { name: "Wood", corners: [1], area: { radiusM: 5 }, zone: "Z1" };
  expect(readDraft(JSON.stringify(typed), fresh)).toEqual(typed);
});

it("begins anew where nothing was kept, or what does not fit the form", () => {
  const others = [
    null,
    "",
    "{",
    "null",
    "[]",
    '"x"',
    "{}",
    '{"name":1,"corners":[],"area":{}}',
    '{"name":"","area":{}}',
  ];
  for (const text of others) expect(readDraft(text, fresh)).toBeUndefined();
});
