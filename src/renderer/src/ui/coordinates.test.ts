import { describe, expect, it } from "vitest";
import { COORDINATE_FORMATS, formatCoordinates, parseCoordinates } from "./coordinates.ts";

const prague = { latitude: 50.08754, longitude: 14.42136 };

describe("coordinates", () => {
  it("are written in degrees, seconds, UTM and MGRS", () => {
    expect(COORDINATE_FORMATS.map((format) => formatCoordinates(prague, format))).toEqual([
      "50.08754, 14.42136",
      "50°05′15.1″N 14°25′16.9″E",
      "33 N 458606 5548524",
      "33U VR 58606 48524",
    ]);
  });

  it("follow the zones of Norway and Svalbard, which are wider", () => {
    expect(formatCoordinates({ latitude: 60.39, longitude: 5.32 }, "utm")).toMatch(/^32 N /);
    expect(formatCoordinates({ latitude: 78.22, longitude: 15.65 }, "mgrs")).toMatch(/^33X /);
  });

  it("have no grid near the poles", () => {
    expect(formatCoordinates({ latitude: 84.5, longitude: 0 }, "utm")).toBeUndefined();
    expect(formatCoordinates({ latitude: -80.5, longitude: 0 }, "mgrs")).toBeUndefined();
    expect(formatCoordinates({ latitude: 84.5, longitude: 0 }, "dms")).toBe("84°30′00.0″N 0°00′00.0″E");
  });

  it.each([
    ...COORDINATE_FORMATS.map((format) => formatCoordinates(prague, format) ?? ""),
    "50.08754 14.42136",
    "50.08754N, 14.42136E",
    "14.42136E 50.08754N",
    "50 05 15.1 N 14 25 16.9 E",
    "33UVR5860648524",
    "33 N 458606 m E 5548524 m N",
    "50,08754 14,42136",
    "50,08754; 14,42136",
    "50,08754, 14,42136",
    "50,08754N 14,42136E",
    "50°05,2524′N 14°25,2816′E",
    "N 50° 05.2524′ E 014° 25.2816′",
    "N50.08754, E14.42136",
  ])("are read from “%s”", (text) => {
    const place = parseCoordinates(text);
    expect(place?.latitude).toBeCloseTo(prague.latitude, 4);
    expect(place?.longitude).toBeCloseTo(prague.longitude, 4);
  });

  it("are read in the south and the west", () => {
    expect(parseCoordinates("-33.9, -18.4")).toEqual({ latitude: -33.9, longitude: -18.4 });
    expect(parseCoordinates("\u221233,9; \u221218,4")).toEqual({ latitude: -33.9, longitude: -18.4 });
    const place = parseCoordinates("33°54′S 18°24′W");
    expect(place?.latitude).toBeCloseTo(-33.9, 6);
    expect(place?.longitude).toBeCloseTo(-18.4, 6);
  });

  it.each([
    "",
    ",",
    "Prague",
    "91, 0",
    "0, 181",
    "50.1",
    "50.1, 14.4, 11",
    "99U VR 1 1",
    "33U VR 123",
    "33U WN 33400 13500",
    "50E, 14E",
    "1 2 3",
  ])("are not read from “%s”", (text) => {
    expect(parseCoordinates(text)).toBeUndefined();
  });
});
