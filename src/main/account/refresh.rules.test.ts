import { describe, expect, it } from "vitest";
import { decideRefreshWait, decideRetryWait, isFresh } from "./refresh.rules.ts";

describe("decideRefreshWait", () => {
  it("renews a token of five minutes a minute before its end", () => {
    expect(decideRefreshWait(300_000)).toBe(240_000);
  });

  it("renews a token of a day a minute before its end as well", () => {
    expect(decideRefreshWait(86_400_000)).toBe(86_340_000);
  });

  it("renews a short-lived token after four fifths of its life", () => {
    expect(decideRefreshWait(30_000)).toBe(24_000);
  });

  it("waits at least a second for an expired token, and at most what a timer can hold", () => {
    expect(decideRefreshWait(-5)).toBe(1_000);
    expect(decideRefreshWait(1e12)).toBe(2_147_483_647);
  });
});

describe("decideRetryWait", () => {
  it("waits twice as long each time, up to a minute", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((failures) => decideRetryWait(failures, 0))).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it("subtracts up to a quarter at random", () => {
    expect(decideRetryWait(6, 1)).toBe(45_000);
  });
});

describe("isFresh", () => {
  it("is true while a token has more than ten seconds to live", () => {
    expect(isFresh(20_000, 9_999)).toBe(true);
    expect(isFresh(20_000, 10_000)).toBe(false);
  });
});
