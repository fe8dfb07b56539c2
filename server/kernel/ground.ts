import type { Position } from "./geo.ts";

/** The height of the ground at a place, metres above mean sea level (EGM96); `NaN` where it is not known. */
export type GroundAt = (place: Position) => number;

/** Heights of the ground that the station has itself, for callers that cannot await each one. */
export type KnownGround = {
  /** Whether `at` returns all that is known of a place. If not, await `over` first. */
  readonly isReady: (place: Position) => boolean;
  readonly at: GroundAt;
  /** Reads the known heights around some places, and resolves with the function that returns them. */
  readonly over: (places: Iterable<Position>) => Promise<GroundAt>;
};

/** For a station that has no heights. */
export const UNKNOWN_GROUND: KnownGround = {
  isReady: () => true,
  at: () => NaN,
  over: async () => () => NaN,
};
