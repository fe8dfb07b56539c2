import { distanceM, type LatLon } from "../tracks/mercator.ts";

/** Everything within this of the middle belongs to the first picture in any case. */
const NEAR_M = 15_000;
const OUTLIER_FACTOR = 4;

/**
 * The places that a first picture should show: without the few that are far off, such as a spoofed position,
 * which would zoom everybody else out of sight.
 */
export function withoutOutliers(places: readonly LatLon[]): readonly LatLon[] {
  const [first, second] = places;
  // Two have no middle to be far from: one of them is enough to begin with.
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
