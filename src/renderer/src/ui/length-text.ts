import { numberOf } from "../text/numbers.ts";
import { fromMetres, type LengthKind, toMetres } from "./lengths.ts";
import type { UnitSystem } from "./units.ts";

/** What a field shows of a length in metres; a text that is no number as it was typed. */
export function shownLength(metres: string, kind: LengthKind, units: UnitSystem): string {
  const value = numberOf(metres);
  return units === "metric" || !Number.isFinite(value) ? metres : String(fromMetres(value, kind, units));
}

/** What was typed, in metres; a text that is no number as it is, so that it is said where it is checked. */
export function typedMetres(typed: string, kind: LengthKind, units: UnitSystem): string {
  const value = numberOf(typed);
  return units === "metric" || !Number.isFinite(value) ? typed : String(toMetres(value, kind, units));
}
