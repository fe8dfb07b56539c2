import { describe, expect, it } from "vitest";
import {
  isCovered,
  windowEndingNow,
  windowFraction,
  shiftWindow,
  ticksOf,
  timeAt,
  windowAround,
} from "./timeline-scale.ts";

const HOUR_MS = 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 22, 12, 20);

describe("the window of the strip", () => {
  it("ends with the present while live", () => {
    expect(windowEndingNow(NOW_MS, 6)).toEqual({ fromMs: NOW_MS - 6 * HOUR_MS, toMs: NOW_MS });
  });

  it("has a moment in its middle, but does not reach beyond the present", () => {
    const early = NOW_MS - 20 * HOUR_MS;
    expect(windowAround(early, 6, NOW_MS)).toEqual({ fromMs: early - 3 * HOUR_MS, toMs: early + 3 * HOUR_MS });
    expect(windowAround(NOW_MS - HOUR_MS, 6, NOW_MS).toMs).toBe(NOW_MS);
  });

  it("moves by half of its length, not beyond the present", () => {
    const window = windowEndingNow(NOW_MS, 6);
    expect(shiftWindow(window, -1, NOW_MS).toMs).toBe(NOW_MS - 3 * HOUR_MS);
    expect(shiftWindow(window, 1, NOW_MS)).toEqual(window);
  });

  it("gives the time of a place in it, and the place of a time", () => {
    const window = { fromMs: 1000, toMs: 2000 };
    expect([timeAt(window, 0.25), timeAt(window, -1), timeAt(window, 2)]).toEqual([1250, 1000, 2000]);
    expect(windowFraction(window, 1750)).toBe(0.75);
  });

  it("is loaded again when it reaches beyond what was loaded by more than a minute", () => {
    const loaded = windowEndingNow(NOW_MS, 1);
    expect(isCovered({ fromMs: loaded.fromMs + 60_000, toMs: NOW_MS + 60_000 }, loaded)).toBe(true);
    expect(isCovered({ fromMs: loaded.fromMs + 61_000, toMs: NOW_MS + 61_000 }, loaded)).toBe(false);
    expect(isCovered(shiftWindow(loaded, -1, NOW_MS), loaded)).toBe(false);
    expect(isCovered(loaded, undefined)).toBe(false);
  });
});

describe("the ticks", () => {
  it("are round times, and midnight is named by its day", () => {
    const ticks = ticksOf({ fromMs: NOW_MS - 24 * HOUR_MS, toMs: NOW_MS }, 700, "utc");
    expect(ticks.map(({ text }) => text)).toEqual([
      "15:00",
      "18:00",
      "21:00",
      "22 Nov",
      "03:00",
      "06:00",
      "09:00",
      "12:00",
    ]);
  });

  it("are as many as there is room for", () => {
    const window = { fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS };
    expect(
      ticksOf(window, 1000, "utc")
        .map(({ text }) => text)
        .slice(0, 3),
    ).toEqual(["11:20", "11:25", "11:30"]);
    expect(ticksOf(window, 150, "utc").map(({ text }) => text)).toEqual(["11:30", "12:00"]);
  });
});
