import { expect, test } from "vitest";
import { shouldInstallHooks } from "./hooks.mjs";

test("git hooks are for a person's checkout only", () => {
  expect(shouldInstallHooks({}, true)).toBe(true);
  expect(shouldInstallHooks({ CI: "false" }, true)).toBe(true);
  expect(shouldInstallHooks({ CI: "true" }, true)).toBe(false);
  expect(shouldInstallHooks({ LEFTHOOK: "0" }, true)).toBe(false);
  expect(shouldInstallHooks({}, false)).toBe(false);
});
