import { describe, expect, it } from "vitest";
import type { UaTelemetry } from "../../../../server/contracts/telemetry.ts";
import type { Track } from "../tracks/track-collection.ts";
import { colourBandOf, colouredSensors } from "./track-colours.ts";
import { legendRows } from "./tools/legend-rows.ts";

type Known = { readonly heights?: readonly (readonly [string, number])[]; readonly speed?: number | null };

function track({ heights = [], speed = null }: Known, isApproximate = false): Track {
  const altitudes = heights.map(([type, value]) => ({ type, value }));
  const ua = { altitudes, velocity: { horizontal_speed: speed } } as unknown as UaTelemetry;
  return { ua, isApproximate } as Track;
}

describe("the colour of an aircraft", () => {
  it("has the band of its height above ground, or above take-off where that is all that is known", () => {
    expect(
      colourBandOf(
        track({
          heights: [
            ["AGL", 29.9],
            ["ATO", 400],
          ],
        }),
        "height",
      ),
    ).toBe(0);
    expect(
      colourBandOf(
        track({
          heights: [
            ["MSL", 20],
            ["ATO", 120],
          ],
        }),
        "height",
      ),
    ).toBe(3);
    expect(colourBandOf(track({ heights: [["AGL", 300]] }), "height")).toBe(4);
  });

  it("has none if only other heights are known, or no height", () => {
    expect(
      colourBandOf(
        track({
          heights: [
            ["MSL", 20],
            ["pressure", 20],
          ],
        }),
        "height",
      ),
    ).toBeUndefined();
    expect(colourBandOf(track({}), "speed")).toBeUndefined();
    expect(colourBandOf(track({ heights: [["AGL", 20]], speed: 3 }, true), "height")).toBeUndefined();
    expect(colourBandOf({ isApproximate: false } as Track, "speed")).toBeUndefined();
  });

  it("has the band of its speed", () => {
    expect([0, 1.99, 2, 19, 20].map((speed) => colourBandOf(track({ speed }), "speed"))).toEqual([0, 0, 1, 3, 4]);
  });
});

describe("the colour of a sensor", () => {
  it("stays with it, for the first five that are drawn", () => {
    const of = (id: string) => colourBandOf({ isApproximate: false, ua: { sensor_id: id } } as Track, "sensor");
    const ids = ["roof", "mast", "van", "tower", "boat", "late"];
    expect(ids.map(of)).toEqual([0, 1, 2, 3, 4, undefined]);
    expect(of("mast")).toBe(1);
    expect(of("")).toBeUndefined();
    expect(colouredSensors()).toEqual(ids.slice(0, 5));
  });
});

it("the legend has a line for each band, in the person's units", () => {
  const rows = legendRows("height", "day", "metric").map(({ from, to }) =>
    [from, to].map((one) => one?.replace("\u00a0", " ")),
  );
  expect(rows).toEqual([
    [undefined, "30 m"],
    ["30 m", "60 m"],
    ["60 m", "120 m"],
    ["120 m", "300 m"],
    ["300 m", undefined],
  ]);
  expect(legendRows("height", "night", "aviation")[1]?.to?.replace("\u00a0", " ")).toBe("197 ft");
});
