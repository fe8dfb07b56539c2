/**
 * The index of tracks in space and time, `track_extent`: one R*Tree entry per 64 points.
 *
 * Each entry contains at least one stored point of its track, and each point is in at least one entry.
 */

/** Points per R*Tree entry: few enough to be selective, enough to make inserts cheap. */
export const ENTRY_POINTS = 64;

/** 2019-01-01T00:00:00Z, the epoch of ASTM F3411. */
export const EPOCH_S = 1_546_300_800;

/**
 * An entry's id is its track and kind times this constant, plus a number. The id alone identifies the track, so that no
 * other columns have to be read, which would take longer than finding the entry.
 */
export const ENTRIES_OF_TRACK = 2 ** 25;

/** Degrees × 10⁷ and seconds since the epoch, all inclusive. */
export type Extent = {
  readonly westE7: number;
  readonly eastE7: number;
  readonly southE7: number;
  readonly northE7: number;
  readonly firstS: number;
  readonly lastS: number;
};
