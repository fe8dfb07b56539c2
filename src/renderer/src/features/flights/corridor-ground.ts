import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import type { Ground } from "../../../../../server/contracts/ground-tile.ts";
import { type LatLon, METRES_PER_DEGREE } from "../../tracks/mercator.ts";

/** A longer corridor would need too many ground tiles at once. */
export const MAX_CORRIDOR_M = 150_000;
const MIN_STEP_M = 25;
const MAX_STEPS = 240;
/** Across a corridor, as parts of half its width. */
const ACROSS = [-1, -0.5, 0, 0.5, 1];

/** A cut across a corridor. */
export interface CorridorCut {
  /** From the start of the corridor, along its middle. */
  readonly distanceM: number;
  readonly places: readonly LatLon[];
}

/** The highest ground across a corridor, cut by cut, in metres above mean sea level; null where a part is not known. */
export interface CorridorGround {
  readonly distancesM: readonly number[];
  readonly heightsM: readonly (number | null)[];
}

/** A summary of the ground along a corridor; all in metres, heights above mean sea level. */
export interface CorridorSummary {
  readonly lowestM: number;
  readonly highestM: number;
  readonly highestAtM: number;
  /** The part of its length where the ground is not known, 0 to 1. */
  readonly unknownPart: number;
}

export function corridorLengthM(points: readonly LatLon[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + distanceM(points[index] ?? point, point), 0);
}

/** Cuts at equal distances, and at every corner; a corridor is `radiusM` wide on both sides of its line. */
export function corridorCutsOf(points: readonly LatLon[], radiusM: number): readonly CorridorCut[] {
  const stepM = Math.max(MIN_STEP_M, corridorLengthM(points) / MAX_STEPS);
  const cuts: CorridorCut[] = [];
  let beforeM = 0;
  points.slice(1).forEach((to, index) => {
    const from = points[index] ?? to;
    const legM = distanceM(from, to);
    const steps = Math.max(1, Math.ceil(legM / stepM));
    for (let step = index === 0 ? 0 : 1; step <= steps; step++) {
      const part = step / steps;
      cuts.push({ distanceM: beforeM + legM * part, places: placesAcross(from, to, part, radiusM) });
    }
    beforeM += legM;
  });
  return cuts;
}

export function highestGroundOf(
  cuts: readonly CorridorCut[],
  find: (place: LatLon) => Ground | undefined,
): CorridorGround {
  return {
    distancesM: cuts.map((cut) => cut.distanceM),
    heightsM: cuts.map(({ places }) => {
      const heightsM = places.map((place) => find(place)?.heightM ?? Number.NaN);
      // NaN if one of them is NaN: the highest ground may be there.
      const highestM = Math.max(...heightsM);
      return Number.isNaN(highestM) ? null : highestM;
    }),
  };
}

/** Undefined where none of these values is known. */
export function corridorSummaryOf({ distancesM, heightsM }: CorridorGround): CorridorSummary | undefined {
  const known = heightsM.flatMap((heightM, index) =>
    heightM === null ? [] : [{ heightM, atM: distancesM[index] ?? 0 }],
  );
  const [first] = known;
  if (!first) return undefined;
  const highest = known.reduce((one, other) => (other.heightM > one.heightM ? other : one), first);
  return {
    lowestM: known.reduce((least, { heightM }) => Math.min(least, heightM), first.heightM),
    highestM: highest.heightM,
    highestAtM: highest.atM,
    unknownPart: 1 - known.length / heightsM.length,
  };
}

/** A leg is short enough to be approximated by a straight line in degrees, scaled by its latitude. */
function placesAcross(from: LatLon, to: LatLon, part: number, radiusM: number): readonly LatLon[] {
  const turn = ((((to.longitude - from.longitude) % 360) + 540) % 360) - 180;
  const latitude = from.latitude + (to.latitude - from.latitude) * part;
  const longitude = from.longitude + turn * part;
  const perDegreeEastM = METRES_PER_DEGREE * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const [eastM, northM] = [turn * perDegreeEastM, (to.latitude - from.latitude) * METRES_PER_DEGREE];
  const lengthM = Math.hypot(eastM, northM) || 1;
  return ACROSS.map((side) => ({
    latitude: latitude - (side * radiusM * eastM) / lengthM / METRES_PER_DEGREE,
    longitude: longitude + (side * radiusM * northM) / lengthM / perDegreeEastM,
  }));
}
