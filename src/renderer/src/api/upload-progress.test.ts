import { describe, expect, it } from "vitest";
import { percentOf } from "./upload-progress.ts";

describe("what was sent of a file", () => {
  it("is 100 % only when all of it was", () => {
    expect([percentOf(0, 0), percentOf(999, 1000), percentOf(1000, 1000)]).toEqual([100, 99, 100]);
  });
});
