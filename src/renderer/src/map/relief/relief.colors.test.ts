import { describe, expect, it } from "vitest";
import { contrast, luminance } from "../contrast.fixture.ts";
import { type MapMode, mapPalettes } from "../palettes.ts";
import { paintRelief, RELIEF_GROUNDS, reliefColor, type ReliefGround, type Rgb } from "./relief.colors.ts";
import { FIELD_SAMPLES } from "./relief.field.ts";

const AA = 4.5;
const MODES = ["day", "night", "red"] as const;
const HEIGHTS_M = [-430, -3, 0, 120, 250, 500, 1_000, 1_300, 2_200, 3_000, 3_500, 4_500, 5_500, 8_850];
const SLOPES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1];

function hexOf(color: Rgb): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** Every colour of a ground. */
function colorsOf(mode: MapMode, ground: ReliefGround, strength = 1): readonly string[] {
  return HEIGHTS_M.flatMap((heightM) =>
    SLOPES.map((slope) => hexOf(reliefColor({ mode, ground, strength }, heightM, slope))),
  );
}

const cases = MODES.flatMap((mode) => RELIEF_GROUNDS.map((ground) => ({ mode, ground })));

describe("the relief of the built-in map", () => {
  it.each(cases)("keeps the contrast of every name on $ground, by $mode", ({ mode, ground }) => {
    const palette = mapPalettes[mode];
    const low = [];
    for (const color of colorsOf(mode, ground)) {
      for (const label of ["label", "town", "airfield", "graticuleText"] as const) {
        const found = contrast(palette[label], color);
        if (found < AA) low.push(`${label} on ${color}: ${found.toFixed(2)}`);
      }
    }
    expect(low).toEqual([]);
  });

  it.each(cases)(
    "is $ground as the map without it, by $mode, at no strength, and flat at the sea",
    ({ mode, ground }) => {
      expect(new Set(colorsOf(mode, ground, 0))).toEqual(new Set([mapPalettes[mode][ground]]));
      expect(hexOf(reliefColor({ mode, ground, strength: 1 }, 0, 0))).toBe(mapPalettes[mode][ground]);
    },
  );

  it.each(MODES)("is darker in the shadow and lighter in the light than where it is flat, by %s", (mode) => {
    for (const heightM of HEIGHTS_M) {
      const [shadow = 0, flat = 0, light = 0] = [-0.5, 0, 0.5].map((slope) =>
        luminance(hexOf(reliefColor({ mode, ground: "land", strength: 1 }, heightM, slope))),
      );
      expect(shadow).toBeLessThan(flat);
      expect(light).toBeGreaterThan(flat);
    }
  });

  it.each(MODES)("keeps glaciers, parks and towns distinguishable from the land around them, in mode %s", (mode) => {
    for (const heightM of HEIGHTS_M) {
      const [land, ...others] = RELIEF_GROUNDS.map((ground) => reliefColor({ mode, ground, strength: 1 }, heightM, 0));
      for (const other of others) expect(difference(land!, other)).toBeGreaterThanOrEqual(mode === "day" ? 8 : 4);
    }
  });

  it("has no colour but red in red mode, and no ground brighter than the darkest one of night by much", () => {
    for (const color of RELIEF_GROUNDS.flatMap((ground) => colorsOf("red", ground))) {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      expect(Math.max(green, blue)).toBeLessThanOrEqual(red * 0.55);
      expect(luminance(color)).toBeLessThan(0.01);
    }
  });

  it("is painted in the colours of its heights and slopes, and covers all of the ground", () => {
    const heightsM = new Float32Array(FIELD_SAMPLES ** 2).fill(0);
    const shades = new Float32Array(FIELD_SAMPLES ** 2).fill(0);
    [heightsM[1], shades[2]] = [3_500, -0.6];
    const look = { mode: "day", ground: "land", strength: 1 } as const;
    const rgba = paintRelief({ heightsM, shades }, look);
    const pixel = (at: number) => [...rgba.subarray(4 * at, 4 * at + 3)];
    for (const [at, heightM, shade] of [
      [0, 0, 0],
      [1, 3_500, 0],
      [2, 0, -0.6],
    ] as const) {
      const exact = reliefColor(look, heightM, shade);
      pixel(at).forEach((value, channel) => expect(Math.abs(value - exact[channel]!)).toBeLessThanOrEqual(1.5));
    }
    expect(new Set(rgba.filter((_, at) => at % 4 === 3))).toEqual(new Set([255]));
  });
});

/** The difference of the channel that differs the most. */
function difference(one: Rgb, other: Rgb): number {
  return Math.max(...one.map((value, at) => Math.abs(value - other[at]!)));
}
