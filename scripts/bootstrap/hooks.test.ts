import { expect, test } from "vitest";
import { wantsHooks } from "./hooks.mjs";

test("git hooks are for a person's checkout only", () => {
  expect(wantsHooks({}, true)).toBe(true);
  expect(wantsHooks({ CI: "false" }, true)).toBe(true);
  expect(wantsHooks({ CI: "true" }, true)).toBe(false);
  expect(wantsHooks({ LEFTHOOK: "0" }, true)).toBe(false);
  expect(wantsHooks({}, false)).toBe(false);
});
