const FULL_TURN_E7 = 3_600_000_000;

type Range = { min: number; max: number };
const nothing = (): Range => ({ min: Infinity, max: -Infinity });

function extend(range: Range, value: number): void {
  if (value < range.min) range.min = value;
  if (value > range.max) range.max = value;
}

/**
 * The `bbox` of positions (RFC 7946, 5), gathered while they are written. It goes over the antimeridian, with a west
 * greater than its east, where that is the narrower one of the two. It has heights where every position has one.
 */
export function geojsonBox() {
  const western = nothing();
  const eastern = nothing();
  const latitudes = nothing();
  const heights = nothing();
  let areHeightsKnown = true;

  return {
    /** Degrees × 10⁷, and millimetres above the ellipsoid. */
    add: (longitudeE7: number, latitudeE7: number, heightMm: number | null): void => {
      extend(longitudeE7 < 0 ? western : eastern, longitudeE7);
      extend(latitudes, latitudeE7);
      if (heightMm === null) areHeightsKnown = false;
      else extend(heights, heightMm);
    },
    /** The member with the comma before it; empty where there are no positions. */
    text: (): string => {
      if (latitudes.min > latitudes.max) return "";
      const { west, east } = longitudesOf(western, eastern);
      const southWest = [west / 1e7, latitudes.min / 1e7];
      const northEast = [east / 1e7, latitudes.max / 1e7];
      if (areHeightsKnown) {
        southWest.push(heights.min / 1000);
        northEast.push(heights.max / 1000);
      }
      return `,"bbox":${JSON.stringify([...southWest, ...northEast])}`;
    },
  };
}

function longitudesOf(western: Range, eastern: Range): { readonly west: number; readonly east: number } {
  if (western.min > western.max) return { west: eastern.min, east: eastern.max };
  if (eastern.min > eastern.max) return { west: western.min, east: western.max };
  const isNarrowerOver = FULL_TURN_E7 - (eastern.min - western.max) < eastern.max - western.min;
  return isNarrowerOver ? { west: eastern.min, east: western.max } : { west: western.min, east: eastern.max };
}
