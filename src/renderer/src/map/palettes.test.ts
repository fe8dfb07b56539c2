import { describe, expect, it } from "vitest";
import { contrast, luminance } from "./contrast.fixture.ts";
import { mapPalettes, trackPalettes } from "./palettes.ts";

const AA = 4.5;

describe.each(["day", "night", "red"] as const)("the names on the map by %s", (mode) => {
  const palette = mapPalettes[mode];
  const grounds = ["sea", "land", "nearshore", "lake", "glacier", "urban", "park"] as const;

  it.each(grounds)("can be read on %s", (ground) => {
    for (const label of ["label", "town", "airfield", "graticuleText"] as const) {
      expect(contrast(palette[label], palette[ground]), `${label} on ${ground}`).toBeGreaterThanOrEqual(AA);
    }
  });
});

describe("red mode", () => {
  const colours = [...Object.values(mapPalettes.red), ...Object.values(trackPalettes.red)];

  it.each(colours)("has no colour but red: %s", (colour) => {
    const [red = 0, green = 0, blue = 0] = colour.startsWith("#")
      ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      : colour.match(/\d+/g)!.map(Number);
    expect(Math.max(green, blue)).toBeLessThanOrEqual(red * 0.55);
  });

  it("has no ground brighter than the darkest one of night by much", () => {
    for (const ground of ["sea", "land", "nearshore", "lake", "glacier", "urban", "park"] as const) {
      expect(luminance(mapPalettes.red[ground])).toBeLessThan(0.01);
    }
  });
});
