import { type MapMode, type MapPalette, mapPalettes } from "../palettes.ts";
import { FIELD_SAMPLES, type ReliefField } from "./relief.field.ts";

/** The kinds of ground that are tinted and shaded; water never is. */
export const RELIEF_GROUNDS = ["land", "park", "glacier", "urban"] as const satisfies readonly (keyof MapPalette)[];
export type ReliefGround = (typeof RELIEF_GROUNDS)[number];

export interface ReliefStyle {
  readonly mode: MapMode;
  readonly ground: ReliefGround;
  /** 0 leaves the ground as the map without relief draws it. */
  readonly strength: number;
}

export type Rgb = readonly [red: number, green: number, blue: number];

interface ModeRelief {
  /** Land by height, from the level of the sea on. */
  readonly tints: readonly (readonly [heightM: number, color: string])[];
  /** The colours that are mixed into slopes, and the largest share of them. */
  readonly shadow: readonly [color: string, share: number];
  readonly light: readonly [color: string, share: number];
  /** The share of the land tint that other grounds take, so that they stay distinguishable. */
  readonly tintOf: Readonly<Record<ReliefGround, number>>;
}

/** Soft enough that every name keeps its contrast on every height and slope (`relief.colors.test.ts`). */
const RELIEF: Readonly<Record<MapMode, ModeRelief>> = {
  day: {
    tints: [
      [0, mapPalettes.day.land],
      [250, "#f3f0e6"],
      [700, "#eee8db"],
      [1_300, "#e8e0d1"],
      [2_200, "#e4dccd"],
      [3_500, "#e4dcd0"],
      [5_500, "#ebe7e0"],
    ],
    shadow: ["#6f675c", 0.235],
    light: ["#ffffff", 0.55],
    tintOf: { land: 1, park: 0.6, glacier: 0, urban: 0.6 },
  },
  night: {
    tints: [
      [0, mapPalettes.night.land],
      [250, "#191e24"],
      [700, "#1d2227"],
      [1_300, "#212529"],
      [2_200, "#26292c"],
      [3_500, "#292c2e"],
      [5_500, "#2b2e30"],
    ],
    shadow: ["#05080b", 0.6],
    light: ["#c3ccd4", 0.045],
    tintOf: { land: 1, park: 0.6, glacier: 0.1, urban: 0.8 },
  },
  // Only lighter and darker, and no ground brighter than necessary.
  red: {
    tints: [
      [0, mapPalettes.red.land],
      [250, "#160101"],
      [700, "#1b0201"],
      [1_300, "#200201"],
      [2_200, "#250301"],
      [3_500, "#280302"],
      [5_500, "#2a0302"],
    ],
    shadow: ["#020000", 0.7],
    light: ["#ff2010", 0.03],
    tintOf: { land: 1, park: 0.6, glacier: 0.9, urban: 0.9 },
  },
};
/** The share of the land shading that other grounds take. */
const SHADE_OF: Readonly<Record<ReliefGround, number>> = { land: 1, park: 0.8, glacier: 0.7, urban: 0.3 };
/** Above 1: gentle slopes are shaded less than steep ones, so that plains are calm. */
const SHADE_POWER = 1.2;
/** How fast the shading approaches its maximum with the slope. */
const SHADE_GAIN = 2.4;
/** The colours of a style are computed for this many heights and slopes, whose steps cannot be seen. */
const HEIGHT_STEPS = 64;
const SHADE_STEPS = 64;
const HIGHEST_M = 6_400;
const OPAQUE = 0xff000000;

/** The colour of a ground at a height, on a slope from −1 (the darkest) over 0 (flat) to 1. */
export function reliefColor({ mode, ground, strength }: ReliefStyle, heightM: number, shade: number): Rgb {
  const { tints, shadow, light, tintOf } = RELIEF[mode];
  const land = rgbOf(mapPalettes[mode].land);
  const tinted = tintAt(tints, heightM);
  const own = rgbOf(mapPalettes[mode][ground]).map(
    (value, at) => value + (tinted[at]! - land[at]!) * tintOf[ground] * strength,
  );
  const [color, most] = shade < 0 ? shadow : light;
  const mixed = Math.tanh(SHADE_GAIN * Math.abs(shade) ** SHADE_POWER) * most * SHADE_OF[ground] * strength;
  const target = rgbOf(color);
  return own.map((value, at) => value + (target[at]! - value) * mixed) as unknown as Rgb;
}

/** The picture of a ground: RGBA, row by row. */
export function paintRelief({ heightsM, shades }: ReliefField, style: ReliefStyle): Uint8ClampedArray<ArrayBuffer> {
  const colors = colorsOf(style);
  const rgba = new Uint8ClampedArray(FIELD_SAMPLES * FIELD_SAMPLES * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let at = 0; at < pixels.length; at += 1) {
    // By the root, as low land has the finer steps.
    const height = Math.min(HEIGHT_STEPS - 1, Math.sqrt(Math.max(0, heightsM[at]!) / HIGHEST_M) * HEIGHT_STEPS) | 0;
    const shade = Math.round(((shades[at]! + 1) / 2) * (SHADE_STEPS - 1));
    pixels[at] = colors[height * SHADE_STEPS + shade]!;
  }
  return rgba;
}

/** Colours of the looks that were painted: three modes, four grounds, three strengths. */
const knownColors = new Map<string, Uint32Array>();

function colorsOf(style: ReliefStyle): Uint32Array {
  const key = `${style.mode} ${style.ground} ${style.strength}`;
  const colors = knownColors.get(key) ?? computeColors(style);
  knownColors.set(key, colors);
  return colors;
}

function computeColors(style: ReliefStyle): Uint32Array {
  return Uint32Array.from({ length: HEIGHT_STEPS * SHADE_STEPS }, (_, at) => {
    const heightM = (Math.floor(at / SHADE_STEPS) / HEIGHT_STEPS) ** 2 * HIGHEST_M;
    const [red, green, blue] = reliefColor(style, heightM, ((at % SHADE_STEPS) / (SHADE_STEPS - 1)) * 2 - 1);
    // Every processor that runs a browser puts the lowest byte first.
    return OPAQUE | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red);
  });
}

function tintAt(tints: ModeRelief["tints"], heightM: number): Rgb {
  const above = tints.findIndex(([from]) => from > heightM);
  const [highM, high] = tints.at(above)!;
  const [lowM, low] = above > 0 ? tints[above - 1]! : [highM, high];
  if (above === 0 || lowM === highM) return rgbOf(above === 0 ? tints[0]![1] : high);
  const share = (heightM - lowM) / (highM - lowM);
  const to = rgbOf(high);
  return rgbOf(low).map((value, at) => value + (to[at]! - value) * share) as unknown as Rgb;
}

function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}
