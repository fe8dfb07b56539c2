import { expect, it } from "vitest";
import { fitSources } from "./strip-room.ts";

it("shows every source where there is room for all of them", () => {
  expect(fitSources([100, 120], 228)).toEqual({ count: 2, widthPx: 228 });
  expect(fitSources([], 0)).toEqual({ count: 0, widthPx: 0 });
});

it("shows no source in part: what does not fit is left out, and leaves room for the link to it", () => {
  expect(fitSources([100, 120], 227)).toEqual({ count: 1, widthPx: 100 });
  expect(fitSources([100, 120, 130], 281)).toEqual({ count: 1, widthPx: 100 });
  expect(fitSources([100, 120, 130], 282)).toEqual({ count: 2, widthPx: 228 });
  expect(fitSources([100], 99)).toEqual({ count: 0, widthPx: 0 });
});
