import type { UnitSystem } from "../../ui/units.ts";

const UNIT_M: Readonly<Record<UnitSystem, number>> = { metric: 1_000, aviation: 1_852 };
const MAX_RANGE_M = 500_000;

export function rangeUnit(units: UnitSystem): string {
  return units === "metric" ? "km" : "NM";
}

/** The typed range in metres; 0 for an empty or invalid text. */
export function typedRangeM(text: string, units: UnitSystem): number {
  const rangeM = Number(text.trim().replace(",", ".")) * UNIT_M[units];
  return rangeM > 0 && rangeM <= MAX_RANGE_M ? rangeM : 0;
}

/** The text of the field; empty for none. */
export function rangeText(rangeM: number, units: UnitSystem): string {
  return rangeM > 0 ? String(Math.round((rangeM / UNIT_M[units]) * 1_000) / 1_000) : "";
}
