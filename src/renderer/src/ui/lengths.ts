import type { UnitSystem } from "./units.ts";

/** The kind of length: aviation uses feet for heights and short lengths on a map, but nautical miles for distances. */
export type LengthKind = "height" | "distance" | "width";

const METRES: Readonly<Record<UnitSystem, Readonly<Record<LengthKind, number>>>> = {
  metric: { height: 1, distance: 1, width: 1 },
  aviation: { height: 0.3048, distance: 1852, width: 0.3048 },
};

export function unitOf(kind: LengthKind, units: UnitSystem): string {
  if (units === "metric") return "m";
  return kind === "distance" ? "NM" : "ft";
}

/** For an input field: rounded to what a person would type. */
export function fromMetres(metres: number, kind: LengthKind, units: UnitSystem): number {
  const value = metres / METRES[units][kind];
  return kind === "distance" && units === "aviation" ? Number(value.toFixed(3)) : Number(value.toFixed(0));
}

/** To the tenth of a metre, so that a typed value is the same after conversion and back. */
export function toMetres(value: number, kind: LengthKind, units: UnitSystem): number {
  return Number((value * METRES[units][kind]).toFixed(1));
}
