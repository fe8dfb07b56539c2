import { afterEach, describe, expect, it } from "vitest";
import {
  formatBytes,
  formatDecibels,
  formatDistance,
  formatHeight,
  formatSpeed,
  formatVerticalSpeed,
} from "../ui/units.ts";
import { formatClock, formatDate, formatDateTime, formatDay, formatDayOfMonth, formatWindow } from "../ui/times.ts";
import type { Language } from "../../../text/languages.ts";
import { setCurrentLanguage } from "./language.ts";
import { formatNumber, numberOf } from "./numbers.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const NOV_20 = Date.parse("2026-11-20T14:03:07Z");

afterEach(() => setCurrentLanguage("en"));

function inEach<T>(show: () => T): Readonly<Record<Language, T>> {
  const shownIn = (language: Language): T => {
    setCurrentLanguage(language);
    return show();
  };
  return { en: shownIn("en"), cs: shownIn("cs"), de: shownIn("de") };
}

describe("in each language", () => {
  it("numbers have its decimal mark and its groups", () => {
    expect(inEach(() => plain(formatNumber(1_234_567)))).toEqual({ en: "1,234,567", cs: "1 234 567", de: "1.234.567" });
    expect(inEach(() => plain(formatSpeed(12.34, "metric")))).toEqual({
      en: "12.3 m/s",
      cs: "12,3 m/s",
      de: "12,3 m/s",
    });
    expect(inEach(() => plain(formatVerticalSpeed(-1.25, "metric")))).toEqual({
      en: "\u22121.3 m/s",
      cs: "\u22121,3 m/s",
      de: "\u22121,3 m/s",
    });
    expect(inEach(() => plain(formatDistance(3_704, "aviation")))).toEqual({
      en: "2.00 NM",
      cs: "2,00 NM",
      de: "2,00 NM",
    });
    expect(inEach(() => plain(formatBytes(1_400_000)))).toEqual({ en: "1.4 MB", cs: "1,4 MB", de: "1,4 MB" });
    expect(inEach(() => plain(formatDecibels(-99.55, "dBm")))).toEqual({
      en: "\u221299.6 dBm",
      cs: "\u221299,6 dBm",
      de: "\u221299,6 dBm",
    });
    expect(inEach(() => plain(formatHeight(12_000, "aviation")))).toEqual({
      en: "39370 ft",
      cs: "39370 ft",
      de: "39370 ft",
    });
  });

  it("dates have its form, and a time the same one", () => {
    expect(inEach(() => plain(formatDate(NOV_20, "utc")))).toEqual({
      en: "20 Nov 2026",
      cs: "20. 11. 2026",
      de: "20. Nov. 2026",
    });
    expect(inEach(() => formatClock(NOV_20, "utc"))).toEqual({ en: "14:03:07", cs: "14:03:07", de: "14:03:07" });
    expect(inEach(() => plain(formatDateTime(NOV_20, "utc"))).cs).toBe("20. 11. 2026, 14:03:07");
    expect(inEach(() => plain(formatDayOfMonth(NOV_20, "utc")))).toEqual({
      en: "20 Nov",
      cs: "20. 11.",
      de: "20. Nov.",
    });
    expect(inEach(() => plain(formatWindow(NOV_20, NOV_20 + 1_800_000, "utc"))).de).toBe("20. Nov. 2026, 14:03–14:33");
    expect(inEach(() => formatDay("2026-11-20", { weekday: "long" }))).toEqual({
      en: "Friday",
      cs: "pátek",
      de: "Freitag",
    });
  });
});

describe("a typed number", () => {
  it("has a point or a comma", () => {
    expect([numberOf(" 1,5 "), numberOf("1.5"), numberOf("-3")]).toEqual([1.5, 1.5, -3]);
    expect([numberOf(""), numberOf("x"), numberOf("1,5,0")]).toEqual([NaN, NaN, NaN]);
  });
});
