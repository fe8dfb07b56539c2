import { describe, expect, it } from "vitest";
import {
  CHUNK_MS,
  chunksAt,
  chunksFor,
  keyActionOf,
  floorToMinute,
  parseMoment,
  periodAt,
  advanceMoment,
  parseSpeed,
} from "./replay-time.ts";

describe("playing", () => {
  it("moves as many seconds a second as the speed says", () => {
    expect(advanceMoment(10_000, 16, 1, 1e9)).toBe(10_016);
    expect(advanceMoment(10_000, 16, 60, 1e9)).toBe(10_960);
  });

  it("goes on where it was after the page was asleep", () => {
    expect(advanceMoment(0, 3_600_000, 10, 1e9)).toBe(10_000);
  });

  it("ends at the present", () => {
    expect(advanceMoment(9_990, 500, 30, 10_000)).toBe(10_000);
  });
});

describe("a key on the slider", () => {
  it.each([
    ["ArrowLeft", false, -10_000],
    ["ArrowRight", false, 10_000],
    ["ArrowRight", true, 60_000],
    ["PageUp", false, 600_000],
    ["Home", false, "start"],
    ["End", false, "live"],
    [" ", false, "play"],
    [",", false, "markBefore"],
    [".", false, "markAfter"],
    ["a", false, undefined],
  ])("%s, with Shift %s, means %s", (key, shiftKey, meaning) => {
    expect(keyActionOf({ key, shiftKey })).toBe(meaning);
  });
});

describe("an address", () => {
  it("gives a moment, or none", () => {
    expect(parseMoment("2026-11-22T09:52:12.500Z")).toBe(Date.UTC(2026, 10, 22, 9, 52, 12, 500));
    expect(parseMoment("")).toBeUndefined();
    expect(parseMoment("yesterday")).toBeUndefined();
  });

  it("shows a moment by its minute", () => {
    expect(floorToMinute(Date.UTC(2026, 10, 22, 9, 52, 59, 999))).toBe("2026-11-22T09:52:00.000Z");
  });

  it("gives one of the speeds, otherwise the slowest", () => {
    expect([parseSpeed("30"), parseSpeed("3"), parseSpeed("")]).toEqual([30, 1, 1]);
  });
});

describe("the picture of a moment", () => {
  it("is made of the chunk of the moment and the one before it", () => {
    expect(chunksAt(7 * CHUNK_MS)).toEqual([6, 7]);
    expect(chunksAt(7 * CHUNK_MS - 1)).toEqual([5, 6]);
  });

  it("has the operations of these ten minutes, and live those of the last five", () => {
    const period = { from: "2026-11-22T09:45:00.000Z", to: "2026-11-22T09:54:59.999Z" };
    expect(periodAt(Date.UTC(2026, 10, 22, 9, 52))).toEqual(period);
    expect(periodAt(undefined)).toEqual({ from: "-PT5M" });
  });

  it("is loaded ahead while it is played, further when it is fast", () => {
    expect(chunksFor(7 * CHUNK_MS, undefined)).toEqual([7, 6]);
    expect(chunksFor(7 * CHUNK_MS, 10)).toEqual([7, 6, 8]);
    expect(chunksFor(7 * CHUNK_MS, 60)).toEqual([7, 6, 8, 9]);
  });
});
