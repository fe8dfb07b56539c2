import { numberOf } from "../text/numbers.ts";
import { fromMetres, type LengthKind, toMetres } from "./lengths.ts";
import type { UnitSystem } from "./units.ts";

/** A length in metres as a field shows it; a text that is no number is returned unchanged. */
export function shownLength(metres: string, kind: LengthKind, units: UnitSystem): string {
  const value = numberOf(metres);
  return units === "metric" || !Number.isFinite(value) ? metres : String(fromMetres(value, kind, units));
}

/** The typed length in metres; a text that is no number is returned unchanged, so that validation reports it. */
export function typedMetres(typed: string, kind: LengthKind, units: UnitSystem): string {
  const value = numberOf(typed);
  return units === "metric" || !Number.isFinite(value) ? typed : String(toMetres(value, kind, units));
}
