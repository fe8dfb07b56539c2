import { distanceM } from "../contracts/great-circle.ts";
import { SECOND_MS } from "./clock.ts";
import type { Position } from "./geo.ts";

/** Two positions that need a higher speed are not of one aircraft. Allows for the worst position accuracy in use. */
const FASTEST_MPS = 150;
const POSITION_SLACK_M = 300;
/**
 * Positions that are nearer than this along both axes are within the slack: nearly all of a track, without
 * trigonometry.
 */
const SLACK_DEGREES = 0.0019;

type TimedPosition = Position & { readonly timeMs: number };

/** Whether one aircraft can have been at both positions. */
export function isPlausibleMove(a: TimedPosition, b: TimedPosition): boolean {
  const isWithinSlack =
    Math.abs(a.latitude - b.latitude) < SLACK_DEGREES && Math.abs(a.longitude - b.longitude) < SLACK_DEGREES;
  if (isWithinSlack) return true;
  const seconds = Math.abs(a.timeMs - b.timeMs) / SECOND_MS;
  return distanceM(a, b) <= POSITION_SLACK_M + FASTEST_MPS * seconds;
}

/**
 * The state after reading a part of a track: its last position, and a later one that cannot be reached from there,
 * until it is known whether that one is wrong or the track continues from it. Plain data.
 */
export type TrackEnd = { last: TimedPosition | null; doubtful: TimedPosition | null };

export const emptyTrackEnd = (): TrackEnd => ({ last: null, doubtful: null });

/** `from`: where the move to a position began; the position itself where nothing is before it. */
type Move = { readonly from: TimedPosition; readonly isAfterJump: boolean };

/**
 * The plausible move that ends at the next position; `undefined` where there is none. A single wrong position is left
 * out, and the move after it begins before it. After a jump that later positions confirm, moves begin after the jump:
 * the jump itself is not a move.
 */
export function nextMove(end: TrackEnd, next: TimedPosition): Move | undefined {
  const { last, doubtful } = end;
  const isContinued = last === null || isPlausibleMove(last, next);
  if (!isContinued && (doubtful === null || !isPlausibleMove(doubtful, next))) {
    end.doubtful = next;
    return undefined;
  }
  end.last = next;
  end.doubtful = null;
  return isContinued ? { from: last ?? next, isAfterJump: false } : { from: doubtful!, isAfterJump: true };
}
