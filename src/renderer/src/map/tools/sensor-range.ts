import type { UnitSystem } from "../../ui/units.ts";

const UNIT_M: Readonly<Record<UnitSystem, number>> = { metric: 1_000, aviation: 1_852 };
const MAX_RANGE_M = 500_000;

export function rangeUnit(units: UnitSystem): string {
  return units === "metric" ? "km" : "NM";
}

/** What was typed, in metres; 0 for none, as for what is no range. */
export function typedRangeM(text: string, units: UnitSystem): number {
  const rangeM = Number(text.trim().replace(",", ".")) * UNIT_M[units];
  return rangeM > 0 && rangeM <= MAX_RANGE_M ? rangeM : 0;
}

/** As it stands in the field; empty for none. */
export function rangeText(rangeM: number, units: UnitSystem): string {
  return rangeM > 0 ? String(Math.round((rangeM / UNIT_M[units]) * 1_000) / 1_000) : "";
}
