import { describe, expect, it } from "vitest";
import { formatAge, formatClock, formatDateTime, formatDuration, formatEnd, formatWindow, zoneName } from "./times.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const AT_MS = Date.parse("2026-11-20T14:03:07.000Z");

describe("times", () => {
  it("are written in UTC when UTC is chosen", () => {
    expect(formatClock(AT_MS, "utc")).toBe("14:03:07");
    expect(formatDateTime(AT_MS, "utc")).toBe("20 Nov 2026, 14:03:07");
    expect(zoneName(AT_MS, "utc")).toBe("UTC");
  });

  it("are written as a window of planned times", () => {
    expect(formatWindow(AT_MS, AT_MS + 1_800_000, "utc")).toBe("20 Nov 2026, 14:03–14:33");
    expect(formatWindow(AT_MS, AT_MS + 1_800_000, "utc", { nowMs: AT_MS - 3_600_000 })).toBe("14:03–14:33");
    expect(formatWindow(AT_MS, AT_MS + 1_800_000, "utc", { nowMs: AT_MS - 86_400_000 })).toContain("20 Nov 2026, ");
    expect(formatWindow(AT_MS, AT_MS + 43_200_000, "utc", { nowMs: AT_MS })).toContain("20 Nov 2026, 14:03 – 21");
    expect(formatWindow(AT_MS, AT_MS + 43_200_000, "utc")).toBe("20 Nov 2026, 14:03 – 21 Nov 2026, 02:03");
  });

  it("name the day of an end only where it is not that of the beginning", () => {
    expect(formatEnd(AT_MS, AT_MS + 1_800_000, "utc")).toBe("14:33:07");
    expect(formatEnd(AT_MS, AT_MS + 43_200_000, "utc")).toBe("21 Nov 2026, 02:03:07");
  });

  it("are formatted as durations with at most two units", () => {
    expect(plain(formatDuration(7_900))).toBe("7 s");
    expect(plain(formatDuration(200_000))).toBe("3 min 20 s");
    expect(plain(formatDuration(7_500_000))).toBe("2 h 05 min");
    expect(plain(formatDuration(273_600_000))).toBe("3 d 4 h");
    expect(plain(formatDuration(-5))).toBe("0 s");
  });

  it("are formatted as ages with one unit", () => {
    expect([3_000, 119_000, 7_200_000, 200_000_000].map((age) => plain(formatAge(age)))).toEqual([
      "3 s",
      "1 min",
      "2 h",
      "2 d",
    ]);
  });
});
