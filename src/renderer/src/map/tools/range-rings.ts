import type { UnitSystem } from "../../ui/units.ts";

const NAUTICAL_MILE_M = 1_852;
const RINGS = 5;

/** Distances between two rings that are offered, metres; round numbers in the person's units. */
export function ringSteps(units: UnitSystem): readonly number[] {
  return units === "metric" ? [100, 500, 1_000, 5_000] : [0.1, 0.5, 1, 5].map((miles) => miles * NAUTICAL_MILE_M);
}

/** The radii of the rings, metres; none without a step. */
export function ringRadii(stepM: number): readonly number[] {
  return stepM > 0 ? Array.from({ length: RINGS }, (_, ring) => (ring + 1) * stepM) : [];
}
