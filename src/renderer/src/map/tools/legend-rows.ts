import type { Mode } from "../../ui/preferences.store.ts";
import { formatHeight, formatSpeed, type UnitSystem } from "../../ui/units.ts";
import { AGEING_AFTER_MS, type AgeState, STALE_AFTER_MS } from "../../tracks/age.ts";
import { trackPalettes } from "../palettes.ts";
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

/** The ages that the default colours show, as they are drawn: the oldest is hollow. */
export function ageLegendRows(mode: Mode): readonly (LegendRow & { readonly age: Exclude<AgeState, "gone"> })[] {
  const { active, ageing, stale } = trackPalettes[mode];
  const [ageingAfter, staleAfter] = [AGEING_AFTER_MS, STALE_AFTER_MS].map((ms) => `${ms / 1_000}\u00a0s`);
  return [
    { age: "active", colour: active, from: undefined, to: ageingAfter },
    { age: "ageing", colour: ageing, from: ageingAfter, to: staleAfter },
    { age: "stale", colour: stale, from: staleAfter, to: undefined },
  ];
}
