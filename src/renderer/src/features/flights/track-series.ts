import type { LatLon } from "../../tracks/mercator.ts";

/** The reference that heights are measured from. */
export type HeightReference = "ATO" | "WGS84" | "pressure";

/** A track as columns, one entry per point, in the order of time. */
export interface TrackSeries {
  readonly timesS: readonly number[];
  readonly heightsM: readonly (number | null)[];
  /** Undefined where no height is known. */
  readonly heightReference: HeightReference | undefined;
  /** Whether heights above the ellipsoid are converted from recorded ones above sea level. */
  readonly areHeightsConverted: boolean;
  /** Over ground, metres per second; null where it is not known. */
  readonly speeds: readonly (number | null)[];
  /** Whether speeds are derived from the positions and not recorded. */
  readonly areSpeedsDerived: boolean;
  readonly places: readonly LatLon[];
  /** The number of points of the whole track; more than in this series while only a part of a long track is loaded. */
  readonly total: number;
}

/** Before a track is loaded. */
export const NO_TRACK: TrackSeries = {
  timesS: [],
  heightsM: [],
  heightReference: undefined,
  areHeightsConverted: false,
  speeds: [],
  areSpeedsDerived: false,
  places: [],
  total: 0,
};

/** The smallest and the greatest known value; undefined when none is known. */
export function valueRangeOf(
  values: readonly (number | null)[],
): { readonly min: number; readonly max: number } | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? undefined : { min, max };
}

/** The entry nearest to a time; undefined when there is none. `timesS` ascends. */
export function indexNear(timesS: readonly number[], timeS: number): number | undefined {
  let from = 0;
  let to = timesS.length - 1;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if ((timesS[middle] ?? Infinity) <= timeS) from = middle;
    else to = middle;
  }
  const [left, right] = [timesS[from], timesS[to]];
  if (left === undefined || right === undefined) return undefined;
  return right - timeS < timeS - left ? to : from;
}
