import { ref } from "vue";
import { expect, it } from "vitest";
import { plainCopy, readDraft } from "./draft.rules.ts";

const fresh = { name: "", corners: [] as readonly number[], area: { radiusM: 1 }, zone: undefined };

it("takes up what was typed before", () => {
  const typed = { name: "Wood", corners: [1], area: { radiusM: 5 }, zone: "Z1" };
  expect(readDraft(JSON.stringify(typed), fresh)).toEqual(typed);
});

it("starts with the saved values if there is no draft, or one that does not fit the form", () => {
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

it("copies what a form holds out of the reactive object that has it, and leaves that alone", () => {
  const edited = ref({ name: "Office", scope: { days: 7, drawn: undefined }, devices: ["a"] });
  const copy = plainCopy(edited.value);
  expect(structuredClone(copy)).toStrictEqual({
    name: "Office",
    scope: { days: 7, drawn: undefined },
    devices: ["a"],
  });
  copy.devices.push("b");
  copy.scope.days = 8;
  expect(edited.value).toEqual({ name: "Office", scope: { days: 7, drawn: undefined }, devices: ["a"] });
});
