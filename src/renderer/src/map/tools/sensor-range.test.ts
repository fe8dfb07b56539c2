import { describe, expect, it } from "vitest";
import { useMeasure } from "./measure.use.ts";
import { rangeText, typedRangeM } from "./sensor-range.ts";

describe("the range of sensors", () => {
  it("is what was typed, in the person's units", () => {
    expect(typedRangeM("2.5", "metric")).toBe(2_500);
    expect(typedRangeM("1", "aviation")).toBe(1_852);
    expect(rangeText(2_500, "metric")).toBe("2.5");
    expect(rangeText(1_852, "aviation")).toBe("1");
  });

  it("is none without one", () => {
    for (const text of ["", "0", "-1", "far", "1000"]) expect(typedRangeM(text, "metric")).toBe(0);
    expect(rangeText(0, "metric")).toBe("");
  });

  it("is drawn around each sensor whose place is known, with its name", () => {
    const of = (sensorRangeM: number) =>
      useMeasure({
        units: () => "metric",
        myPlace: () => undefined,
        ringsM: () => 0,
        sensors: () => [{ id: "roof", place: { latitude: 47, longitude: 15 } }],
        sensorRangeM: () => sensorRangeM,
      }).scene.value.rings;
    expect(of(0)).toEqual([]);
    expect(of(2_000).map(({ label }) => label)).toEqual([expect.stringMatching(/^roof · 2\.00\skm$/)]);
    expect(of(2_000)[0]?.corners[0]?.latitude).toBeCloseTo(47.018, 3);
  });
});
