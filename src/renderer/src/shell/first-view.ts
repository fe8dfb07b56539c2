import { distanceM, type LatLon } from "../tracks/mercator.ts";

/** Everything within this distance of the middle is shown at first in any case. */
const NEAR_M = 15_000;
const OUTLIER_FACTOR = 4;

/**
 * The positions that the map should show at first: without the few that are far off, such as a spoofed one,
 * which would zoom out until the others cannot be seen.
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

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
