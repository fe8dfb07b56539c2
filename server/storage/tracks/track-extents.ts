import { MAX_TIME_MS, MIN_TIME_MS } from "../../kernel/clock.ts";

/**
 * The index of tracks in space and time, `track_extent`: one R*Tree entry per 64 points.
 *
 * Each entry contains at least one stored point of its track, and each point is in at least one entry.
 */

/** Points per R*Tree entry: few enough to be selective, enough to make inserts cheap. */
export const ENTRY_POINTS = 64;

/** 2019-01-01T00:00:00Z, the epoch of ASTM F3411. */
const EPOCH_S = 1_546_300_800;

/**
 * An entry's id is its track and kind times this constant, plus a number. The id alone identifies the track, so that no
 * other columns have to be read, which would take longer than finding the entry.
 */
export const IDS_PER_TRACK = 2 ** 25;

/** Degrees × 10⁷ and seconds since the epoch, all inclusive. */
export type Extent = {
  readonly westE7: number;
  readonly eastE7: number;
  readonly southE7: number;
  readonly northE7: number;
  readonly firstS: number;
  readonly lastS: number;
};

/** The seconds that the R*Tree has: 1950 to 2087. What is earlier or later is in the index at its first or last second. */
export const MIN_SECOND = -2_147_483_648;
export const MAX_SECOND = 2_147_483_647;

/** Seconds since the epoch, clamped to those of the R*Tree. */
export function secondOf(timeMs: number): number {
  return Math.max(MIN_SECOND, Math.min(MAX_SECOND, Math.floor(timeMs / 1000) - EPOCH_S));
}

/** All times that an entry may have points of, Unix milliseconds, both inclusive. */
export function timesOf({ firstS, lastS }: Pick<Extent, "firstS" | "lastS">): {
  readonly firstMs: number;
  readonly lastMs: number;
} {
  return {
    firstMs: firstS <= MIN_SECOND ? MIN_TIME_MS : (firstS + EPOCH_S) * 1000,
    lastMs: lastS >= MAX_SECOND ? MAX_TIME_MS : (lastS + EPOCH_S) * 1000 + 999,
  };
}
