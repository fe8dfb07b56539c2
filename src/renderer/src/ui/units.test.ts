import { describe, expect, it } from "vitest";
import {
  compassPointOf,
  formatArea,
  formatDecibels,
  formatDistance,
  formatHeading,
  formatHeight,
  formatPosition,
  formatSpeed,
  formatVerticalSpeed,
  formatVolts,
} from "./units.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("quantities", () => {
  it("are areas that a person can imagine", () => {
    expect([812.4, 45_000, 2_340_000, 2.5e9].map((area) => plain(formatArea(area, "metric")))).toEqual([
      "812 m²",
      "4.50 ha",
      "2.34 km²",
      "2500 km²",
    ]);
    expect(plain(formatArea(3_429_904, "aviation"))).toBe("1.00 NM²");
  });

  it("are metric or aviation units", () => {
    expect(plain(formatHeight(120.4, "metric"))).toBe("120 m");
    expect(plain(formatHeight(120.4, "aviation"))).toBe("395 ft");
    expect(plain(formatSpeed(10, "metric"))).toBe("10.0 m/s");
    expect(plain(formatSpeed(10, "aviation"))).toBe("19 kt");
  });

  it("format battery voltage and signal strength", () => {
    expect(plain(formatVolts(3.9))).toBe("3.90 V");
    expect(plain(formatDecibels(-99.55, "dBm"))).toBe("\u221299.6 dBm");
    expect(plain(formatDecibels(-0.01, "dB"))).toBe("0 dB");
  });

  it("show climb and descent by sign", () => {
    expect(plain(formatVerticalSpeed(1.25, "metric"))).toBe("+1.3 m/s");
    expect(plain(formatVerticalSpeed(-2, "aviation"))).toBe("\u2212394 ft/min");
    expect(plain(formatVerticalSpeed(-0.01, "metric"))).toBe("0.0 m/s");
  });

  it("format distances with a precision that fits their size", () => {
    expect(plain(formatDistance(812.4, "metric"))).toBe("812 m");
    expect(plain(formatDistance(2_345, "metric"))).toBe("2.35 km");
    expect(plain(formatDistance(23_450, "metric"))).toBe("23.4 km");
    expect(plain(formatDistance(500, "aviation"))).toBe("1640 ft");
    expect(plain(formatDistance(3_704, "aviation"))).toBe("2.00 NM");
  });

  it("name directions", () => {
    expect(formatHeading(7.4)).toBe("007°");
    expect(formatHeading(359.8)).toBe("000°");
    expect(compassPointOf(359)).toBe("N");
    expect(compassPointOf(135)).toBe("SE");
  });

  it("write positions so that other tools take them", () => {
    expect(formatPosition({ latitude: 50.0755381, longitude: -14.43 })).toBe("50.07554, -14.43000");
  });
});
