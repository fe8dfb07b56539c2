import type { Mode } from "../../ui/preferences.store.ts";
import { formatHeight, formatSpeed, type UnitSystem } from "../../ui/units.ts";
import { BAND_COLOURS, BAND_LIMITS } from "../track-colours.ts";

/** One line of the legend; without `from` it is the lowest band, without `to` the highest. */
export interface LegendRow {
  readonly colour: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The bands from low to high, in the person's units. */
export function legendRows(key: "height" | "speed", mode: Mode, units: UnitSystem): readonly LegendRow[] {
  const format = key === "height" ? formatHeight : formatSpeed;
  const limits = BAND_LIMITS[key].map((limit) => format(limit, units));
  return BAND_COLOURS[mode].map((colour, band) => ({ colour, from: limits[band - 1], to: limits[band] }));
}
