import { describe, expect, it } from "vitest";
import { sentPercent } from "./upload-progress.ts";

describe("what was sent of a file", () => {
  it("is 100 % only when all of it was", () => {
    expect([sentPercent(0, 0), sentPercent(999, 1000), sentPercent(1000, 1000)]).toEqual([100, 99, 100]);
  });
});
