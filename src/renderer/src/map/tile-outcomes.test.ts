import { expect, it } from "vitest";
import { afterFailed, afterLoaded, areTilesShown, NO_OUTCOMES } from "./tile-outcomes.ts";

it("shows the names of the built-in map until the first tile was loaded, and again where tiles fail", () => {
  expect(areTilesShown(NO_OUTCOMES)).toBe(false);
  expect(areTilesShown(afterLoaded())).toBe(true);
  const failed = afterFailed(afterLoaded());
  expect(areTilesShown(failed)).toBe(false);
  expect(areTilesShown(afterLoaded())).toBe(true);
  expect(afterFailed(failed)).toEqual({ hasLoaded: true, failures: 2 });
  expect(areTilesShown(afterFailed(NO_OUTCOMES))).toBe(false);
});
