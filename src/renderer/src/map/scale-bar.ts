import { formatNumber } from "../text/numbers.ts";

/** The bar that says how long a part of the map is. */
export interface ScaleBar {
  readonly text: string;
  readonly widthPx: number;
}

interface ScaleUnit {
  readonly name: string;
  readonly metres: number;
}

/** The larger unit is used as soon as one of it has room. */
const UNITS = {
  metric: [
    { name: "km", metres: 1_000 },
    { name: "m", metres: 1 },
  ],
  aviation: [
    { name: "NM", metres: 1_852 },
    { name: "ft", metres: 0.3048 },
  ],
} as const satisfies Readonly<Record<string, readonly [ScaleUnit, ScaleUnit]>>;

/** The longest bar of a round length that has room in `maxPx` pixels, which are `maxM` metres long. */
export function scaleBarOf(maxM: number, maxPx: number, units: keyof typeof UNITS): ScaleBar {
  const [large, small] = UNITS[units];
  const unit = maxM >= large.metres ? large : small;
  const length = roundedDown(maxM / unit.metres);
  return {
    text: `${formatNumber(length)}\u00a0${unit.name}`,
    widthPx: Math.round((maxPx * length * unit.metres) / maxM),
  };
}

/** To 1, 2, 3 or 5 and zeros. */
function roundedDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [5, 3, 2].find((one) => value / power >= one) ?? 1;
  return digit * power;
}
