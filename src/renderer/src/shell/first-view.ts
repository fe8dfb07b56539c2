import { distanceM } from "../../../../server/contracts/great-circle.ts";
import type { LatLon } from "../tracks/mercator.ts";

/** Everything within this distance of the middle is always part of the first view. */
const NEAR_M = 15_000;
const OUTLIER_FACTOR = 4;

/**
 * The positions of the map's first view, without a few outliers such as a spoofed position: with these, the map would
 * zoom out until the others cannot be seen.
 */
export function withoutOutliers(places: readonly LatLon[]): readonly LatLon[] {
  const [first, second] = places;
  // With two positions neither is the outlier: show one of them.
  if (places.length === 2 && first && second && distanceM(first, second) > NEAR_M) return [first];
  const middle = {
    latitude: medianOf(places.map(({ latitude }) => latitude)),
    longitude: medianOf(places.map(({ longitude }) => longitude)),
  };
  const distances = places.map((place) => distanceM(middle, place));
  const limitM = Math.max(NEAR_M, OUTLIER_FACTOR * medianOf(distances));
  return places.filter((_, index) => (distances[index] ?? 0) <= limitM);
}

/** An aircraft for "Show all". */
export interface ShownAircraft {
  readonly place: LatLon;
  /** Its positions contradict each other, or its operator. */
  readonly isImplausible: boolean;
  readonly isInView: boolean;
}

/**
 * The positions that "Show all" brings into view: the aircraft without implausible ones and outliers, which would make
 * the rest too small to be seen. If these are in view already: all aircraft.
 */
export function placesToShow(aircraft: readonly ShownAircraft[]): readonly LatLon[] {
  const plausible = aircraft.filter(({ isImplausible }) => !isImplausible);
  const chosen = plausible.length > 0 ? plausible : aircraft;
  // With only two aircraft, neither is an outlier, however far apart they are.
  const near = new Set(chosen.length > 2 ? withoutOutliers(chosen.map(({ place }) => place)) : []);
  const together = near.size > 0 ? chosen.filter(({ place }) => near.has(place)) : chosen;
  const isShown = together.every(({ isInView }) => isInView);
  return (isShown ? aircraft : together).map(({ place }) => place);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
